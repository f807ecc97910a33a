import type { Period } from "../shared/period";
import type { Scope } from "../shared/scope";
import { readFigures, sumOfFigures, type ReportFigures } from "./read-figures.server";
import { readStepTimes, type StepTimes } from "./read-step-times.server";
import { comparedPeriod, unitsOf, type ReportUnit } from "../shared/report-period";

/** The figures of a period as a whole. */
export interface Summary extends ReportFigures {
  times: StepTimes;
}

export interface Report {
  period: Period;
  /** The period to compare with. */
  before: Period;
  total: Summary;
  totalBefore: Summary;
  unit: ReportUnit;
  /** The period divided into days, weeks, months or years. */
  parts: (Period & ReportFigures)[];
}

/**
 * Reads the staff's report of a period (REP-01).
 * Throws `forbidden`.
 */
export async function readReport(scope: Scope, period: Period): Promise<Report> {
  const before = comparedPeriod(period, await scope.today());
  const { unit, parts } = unitsOf(period);
  // The parts add up to the period, so its rows are not read again.
  const [ofBefore, ...ofParts] = await readFigures(scope, [before, ...parts]);
  const times = await readStepTimes(scope, [period, before]);
  return {
    period,
    before,
    unit,
    total: { ...sumOfFigures(ofParts), times: times[0]! },
    totalBefore: { ...ofBefore!, times: times[1]! },
    parts: parts.map((part, index) => ({ ...part, ...ofParts[index]! })),
  };
}
