import { readPayerProfile } from "~/domain/payouts/payer.server";
import { readBreakdown } from "~/domain/reports/read-breakdown.server";
import { withMemberWork } from "~/domain/reports/read-member-work.server";
import { rankAffiliates } from "~/domain/reports/rank-affiliates.server";
import { readForecast } from "~/domain/reports/read-forecast.server";
import { readReport } from "~/domain/reports/read-report.server";
import type { Scope } from "~/domain/shared/scope";
import { addressLines } from "~/i18n/address-lines";
import { reportPeriod } from "~/server/list-params.server";
import type { Sender } from "./letterhead";
import { rankChoices, rankOf } from "./rank-choice";

const MAX_RANKED = 10;

/** Everything the reports screen shows, for the period of its address. */
export async function readReportsScreen(scope: Scope, params: URLSearchParams) {
  const today = await scope.today();
  const chosen = reportPeriod(params, today);
  const report = await readReport(scope, chosen);
  const { defaultCurrency } = await scope.organization();
  const choices = rankChoices(report.total, defaultCurrency);
  const rank = choices.find((one) => one === params.get("rank")) ?? choices[0]!;
  const { period, before } = report;
  const ranking = await rankAffiliates(scope, { period, before, by: rankOf(rank), most: MAX_RANKED });
  return {
    chosen,
    today,
    report,
    currency: defaultCurrency,
    ranking: { ...ranking, choices, rank },
    sources: await readBreakdown(scope, "source", report),
    members: await withMemberWork(scope, await readBreakdown(scope, "member", report)),
    forecast: await readForecast(scope),
    sender: await readSender(scope),
  };
}

/** The organization as its documents name it, or only by name until its address was entered. */
async function readSender(scope: Scope): Promise<Sender> {
  const { name } = await scope.organization();
  const { record } = await readPayerProfile(scope);
  const party = { ...record, name: record.legalName ?? name, company: null };
  const { country, town } = party;
  const place = { street: party.street ?? "", postalCode: party.postalCode ?? "" };
  const lines = country && town ? addressLines({ ...party, ...place, country, town }, null) : [party.name];
  return { lines, vatId: party.vatId };
}
