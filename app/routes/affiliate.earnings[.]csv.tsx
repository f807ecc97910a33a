import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import { commissionWords, type CommissionFormat } from "~/components/portal/commission-words";
import { listOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import type { OwnEarning } from "~/domain/commissions/own-earning";
import type { CsvColumn } from "~/domain/shared/csv";
import { formatDay } from "~/domain/shared/dates";
import { formatMoney, formatPercent } from "~/domain/shared/money";
import type { Scope } from "~/domain/shared/scope";
import { numberLocale, translator } from "~/server/request-language.server";
import { endsOf, type Period } from "~/domain/shared/period";
import { readEarningsPeriod } from "~/server/earnings-period.server";
import { amount, day, receipt, text } from "~/server/exports/columns.server";
import { csvAnswer, formatOf } from "~/server/exports/csv-answer.server";
import { fileNameOf } from "~/server/exports/file-name";
import { csvOfPages, ROWS_AT_ONCE } from "~/server/exports/csv-pieces.server";
import { samePortal } from "~/server/exports/same-portal.server";
import { affiliateScope } from "~/server/open-scope.server";

const columnsIn = (t: TFunction, format: CommissionFormat): CsvColumn<OwnEarning>[] => [
  text("state", ({ state }) => t(`commissions:states.${state}`)),
  day("due", ({ due }) => due),
  day("paid_on", ({ paidDate }) => paidDate),
  text("company", ({ company }) => company),
  text("deal", ({ deal }) => deal),
  amount("amount", (earning) => earning.amount),
  text("currency", (earning) => earning.amount.currency),
  text("why", ({ trace, months }) => commissionWords(t, format, trace, months)),
  receipt("portal"),
];

/** The earnings of a period as a file, for programs or for spreadsheets (POR-08). */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const { searchParams } = new URL(request.url);
  const t = await translator(request);
  const locale = await numberLocale(request);
  const columns = columnsIn(t, {
    money: ({ amount, currency }) => formatMoney(amount, currency, locale),
    percent: (basisPoints) => formatPercent(basisPoints, locale),
    day: (day) => formatDay(day, locale),
  });
  const read = async (scope: Scope, cursor: string | null) => {
    const period = await readEarningsPeriod(scope, searchParams);
    return { period, page: await listOwnEarnings(scope, { period, cursor, size: ROWS_AT_ONCE }) };
  };
  const {
    period,
    portal,
    owner,
    page: first,
  } = await affiliateScope(args, async (scope, { affiliation }) => ({
    ...(await read(scope, null)),
    portal: affiliation,
    owner: (await scope.organization()).name,
  }));
  const later = samePortal(args, portal);
  const pieces = csvOfPages({
    columns,
    first,
    format: formatOf(searchParams),
    titles: columns.map(({ name }) => t(`portal:earnings.columns.${name}`)),
    read: async (cursor) => (await later((scope) => read(scope, cursor))).page,
  });
  return csvAnswer(fileNameOf([owner, t("portal:earnings.title"), daysOf(period)], "csv"), pieces);
}

/** Returns the days of the file for its name. */
function daysOf(period: Period | null): string {
  const { from, to } = period ? endsOf(period) : { from: null, to: null };
  const days = [from && !to ? `from-${from}` : from, to && !from ? `until-${to}` : to];
  return days.filter(Boolean).join("-");
}
