import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { commissionWords, type Writes } from "~/components/portal/commission-words";
import { listOwnEarnings } from "~/domain/commissions/list-own-earnings.server";
import type { OwnEarning } from "~/domain/commissions/own-earning";
import { BYTE_ORDER_MARK, csvLine } from "~/domain/shared/csv";
import { formatDay } from "~/domain/shared/dates";
import { isWebAddress } from "~/domain/shared/fields";
import { formatMoney, formatPercent, toDecimal } from "~/domain/shared/money";
import { numberLocale, translator } from "~/i18n/i18n.server";
import { readEarningsPeriod } from "~/server/earnings-period.server";
import { affiliateScope } from "~/server/open-scope.server";

/** Rows that are read at a time: a file of any length takes the same memory, and no transaction stays open for it. */
const ROWS_AT_ONCE = 1_000;

const columns = [
  "state",
  "due",
  "paid_on",
  "company",
  "deal",
  "amount",
  "currency",
  "why",
  "receipt",
] as const;

/** The earnings of a period as a file for spreadsheets: in English separated by commas, else by semicolons. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const t = await translator(request);
  const locale = await numberLocale(request);
  const delimiter = new Intl.Locale(locale).language === "en" ? "," : ";";
  const point = new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value;
  const format: Writes = {
    money: ({ amount, currency }) => formatMoney(amount, currency, locale),
    percent: (basisPoints) => formatPercent(basisPoints, locale),
    day: (day) => formatDay(day, locale),
  };
  const lineOf = (earning: OwnEarning) => {
    const { state, due, paidDate, company, deal, amount, trace, months, receiptUrl } = earning;
    const decimal = toDecimal(amount.amount, amount.currency);
    return csvLine(
      [
        t(`portal:payment.state.${state}`),
        ...[due, paidDate ?? "", company, deal],
        decimal.replace(".", point ?? "."),
        amount.currency,
        commissionWords(t, format, trace, months),
        receiptUrl && isWebAddress(receiptUrl) ? receiptUrl : "",
      ],
      delimiter,
    );
  };
  const read = (cursor: string | null) =>
    affiliateScope(args, async (scope) => {
      const period = await readEarningsPeriod(scope, new URL(request.url).searchParams);
      return { period, page: await listOwnEarnings(scope, { period, cursor, size: ROWS_AT_ONCE }) };
    });
  const first = await read(null);
  async function* lines() {
    yield (
      BYTE_ORDER_MARK +
      csvLine(
        columns.map((column) => t(`portal:earnings.columns.${column}`)),
        delimiter,
      )
    );
    for (let { page } = first; ; { page } = await read(page.next)) {
      yield page.rows.map(lineOf).join("");
      if (!page.next) return;
    }
  }
  const { period } = first;
  const name = period ? `earnings-${period.from}-${period.to}.csv` : "earnings.csv";
  return new Response(createReadableStreamFromReadable(Readable.from(lines())), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
