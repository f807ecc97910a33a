import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { medianOf } from "./median";
import { partsOf } from "../shared/report-period";

/** Duration of a step made in a period: median of whole days; null if no step was made. */
export interface StepTime {
  count: number;
  days: number | null;
}

/** Steps by the day on which they were made, whenever the lead came. */
export interface StepTimes {
  /** From the day a lead came to the day it was first qualified. */
  qualified: StepTime;
  /** From the day a lead was first qualified to the day it was won. Leads won without qualification are excluded. */
  won: StepTime;
}

/**
 * Reads the times between the steps in each period from the aggregates.
 * Throws `forbidden`.
 */
export async function readStepTimes(scope: Scope, periods: readonly Period[]): Promise<StepTimes[]> {
  requireStaff(scope);
  const parts = partsOf(periods);
  // One subquery per part and step, so that each reads its own index range.
  const rows = await scope.db.$queryRaw<{ index: number; kind: keyof StepTimes; days: number; count: number }[]>`
    select part.index, step.kind, a.state::int as days, sum(a.count)::int as count
    from unnest(${parts.map(({ index }) => index)}::int[], ${parts.map(({ unit }) => unit)}::text[],
                ${parts.map(({ from }) => from)}::date[], ${parts.map(({ to }) => to)}::date[])
           part (index, unit, first, last)
    cross join (values ('qualified'), ('won')) step (kind)
    cross join lateral (
      select a.state, sum(a.count) as count
      from aggregate a
      where a.org_id = ${scope.orgId}::uuid and a.affiliate_id is null
        and a.kind = step.kind || '-' || part.unit and a.day between part.first and part.last
        -- As in the condition of the index.
        and a.kind in ('qualified-day', 'qualified-month', 'won-day', 'won-month')
      group by 1
    ) a
    group by 1, 2, 3 having sum(a.count) <> 0`;
  return periods.map((_, index) => {
    const timeOf = (kind: keyof StepTimes): StepTime => {
      const own = rows.filter((row) => row.index === index && row.kind === kind);
      return { count: own.reduce((sum, { count }) => sum + count, 0), days: medianOf(own) };
    };
    return { qualified: timeOf("qualified"), won: timeOf("won") };
  });
}
