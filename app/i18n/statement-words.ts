import type { TFunction } from "i18next";
import type { DocumentParty, VatGroup } from "~/domain/documents/document";
import type { Statement, StatementLine } from "~/domain/payouts/statement";
import type { Day } from "~/domain/shared/dates";
import { sum } from "~/domain/shared/money";
import { explanationLines, type ExplanationFormat } from "./explanation-words";
import { addressLines } from "./address-lines";
import type { DocumentFact, DocumentRow, DocumentSum, DocumentTable, DocumentText } from "./document-text";
import type { Language } from "./languages";

/** Formatters of the statement's language. */
export interface StatementFormat extends ExplanationFormat {
  month(day: Day): string;
}

/** What every part of a statement needs to be written. */
interface Words {
  t: TFunction;
  format: StatementFormat;
  statement: Statement;
  /** Formats minor units of the statement's currency. */
  money: (amount: number) => string;
}

/**
 * Writes a statement (PAY-07). `t` and `format` are those of `language`; `t` must have loaded the namespaces
 * `documents` and `terms`. No sentence takes silence for consent, which would be void (§ 87c (5) HGB).
 */
export function statementText(
  language: Language,
  t: TFunction,
  format: StatementFormat,
  statement: Statement,
): DocumentText {
  const { number, currency, lines, planned, payer, payee } = statement;
  const money = (amount: number) => format.money({ amount, currency });
  const words: Words = { t, format, statement, money };
  const until = format.day(statement.until);
  const isForeign = payer.country !== payee.country;
  return {
    language,
    title: t("documents:statement.title", { number }),
    issuedOn: statement.issuedOn,
    sender: {
      name: payer.company ?? payer.name,
      lines: addressLines(payer, isForeign ? language : null),
      ids: taxIds(t, payer),
    },
    receiver: addressLines(payee, isForeign ? language : null),
    facts: factsOf(words),
    intro: [t(lines.length > 0 ? "documents:statement.intro" : "documents:statement.nothing", { until })],
    tables: [...(lines.length > 0 ? [linesTable(words)] : []), ...(planned.length > 0 ? [plannedTable(words)] : [])],
    notes: lines.length > 0 ? notesOf(words) : [],
    repeated: {
      carried: t("documents:carried"),
      // Filled in for each page: only the layout knows how many there are.
      page: t("documents:page", { page: "{{page}}", pages: "{{pages}}" }),
    },
  };
}

/** Returns the tax numbers of a party, with their labels. */
export function taxIds(t: TFunction, { vatId, taxNumber }: DocumentParty): string[] {
  return [
    ...(vatId ? [t("documents:vat_id", { id: vatId })] : []),
    ...(taxNumber ? [t("documents:tax_number", { id: taxNumber })] : []),
  ];
}

function factsOf({ t, format, statement }: Words): DocumentFact[] {
  const { number, corrects = null, issuedOn, until, payee, account } = statement;
  const facts: [label: string, value: string | null][] = [
    [t("documents:statement.number"), number],
    [t("documents:statement.corrects"), corrects],
    [t("documents:statement.date"), format.day(issuedOn)],
    [t("documents:statement.until"), format.day(until)],
    [t("documents:statement.your_vat_id"), payee.vatId],
    [t("documents:statement.your_tax_number"), payee.taxNumber],
    [t("documents:statement.account"), account && t("documents:statement.account_of", { ...account })],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function linesTable(words: Words): DocumentTable {
  const { t, statement, money } = words;
  let running = 0;
  return {
    id: "lines",
    title: null,
    caption: t("documents:statement.lines"),
    text: null,
    columns: [
      { label: t("documents:statement.deal"), share: 34, isNumber: false },
      { label: t("documents:statement.period"), share: 17, isNumber: false },
      { label: t("documents:statement.base"), share: 18, isNumber: true },
      { label: t("documents:statement.rate"), share: 12, isNumber: true },
      { label: t("documents:statement.amount"), share: 19, isNumber: true },
    ],
    rows: statement.lines.map((line) => {
      running = sum([running, line.amount]);
      const base = line.trace.rule === "unknown" ? ["–"] : baseCell(words, line);
      return {
        cells: [dealCell(words, line), periodCell(words, line), base, [rateText(words, line)], [money(line.amount)]],
        details: detailsOf(words, line),
        running: money(running),
      };
    }),
    sums: vatSums(t, words.format, statement, money),
  };
}

function plannedTable(words: Words): DocumentTable {
  const { t, format, statement, money } = words;
  return {
    id: "planned",
    title: t("documents:statement.planned"),
    caption: t("documents:statement.planned"),
    text: t("documents:statement.planned_text"),
    columns: [
      { label: t("documents:statement.deal"), share: 39, isNumber: false },
      { label: t("documents:statement.period"), share: 20, isNumber: false },
      { label: t("documents:statement.due"), share: 22, isNumber: false },
      { label: t("documents:statement.amount"), share: 19, isNumber: true },
    ],
    rows: statement.planned.map((line): DocumentRow => {
      const due = line.due ? format.day(line.due) : t("documents:statement.due_after_payment");
      return {
        cells: [dealCell(words, line), periodCell(words, line), [due], [money(line.amount)]],
        details: detailsOf(words, line),
        running: null,
      };
    }),
    sums: [],
  };
}

const dealCell = ({ t }: Words, { kind, company, deal }: StatementLine): string[] =>
  kind === "claim" ? [company, deal, t("documents:statement.claim")] : [company, deal];

/** Returns the month of a monthly commission, otherwise the day on which the deal was won. */
function periodCell({ t, format }: Words, { kind, period, trace }: StatementLine): string[] {
  const isMonth = kind === "payment" || (kind === "claim" && trace.per === "month");
  return isMonth ? [format.month(period)] : [format.day(period), t("documents:statement.closed")];
}

const baseCell = ({ t, format }: Words, { trace }: StatementLine): string[] => [
  format.money(trace.base),
  ...(trace.per === "month" ? [t("documents:statement.per_month")] : []),
];

function rateText({ t, format }: Words, { trace: { rule, revShareBp } }: StatementLine): string {
  if (rule === "fixed" || rule === "none" || rule === "unknown") return t(`documents:statement.rates.${rule}`);
  return format.percent(revShareBp ?? 0);
}

function detailsOf(words: Words, line: StatementLine): string[] {
  const { t, format, money } = words;
  const known = line.reason === "our_fault" ? null : line.reason;
  return [
    line.kind === "claim" ? [t(`documents:statement.reasons.${known ?? "other"}`)] : [],
    explanationLines(t, format, line.trace),
    line.settled ? [t("documents:statement.reasons.settled", { amount: money(line.settled) })] : [],
    customerSentences(words, line),
  ].flatMap((sentences) => (sentences.length > 0 ? [sentences.join(" · ")] : []));
}

/** Returns what is known of the customer's invoice and payment. */
function customerSentences({ t, format }: Words, line: StatementLine): string[] {
  const { invoiceNumber: number, invoicedOn, customerPaidOn, customerPaid } = line;
  const invoiced = invoicedOn && format.day(invoicedOn);
  const invoice =
    number && invoiced
      ? t("documents:statement.invoice_of", { number, date: invoiced })
      : number
        ? t("documents:statement.invoice", { number })
        : invoiced && t("documents:statement.invoice_day", { date: invoiced });
  const date = customerPaidOn && format.day(customerPaidOn);
  const paid =
    date && customerPaid
      ? t("documents:statement.customer_paid_amount", { date, amount: format.money(customerPaid) })
      : date && t("documents:statement.customer_paid", { date });
  return [invoice, paid].filter((sentence): sentence is string => Boolean(sentence));
}

/** Returns net, VAT of each group, and the total. */
export function vatSums(
  t: TFunction,
  format: StatementFormat,
  { vat, net, gross, unpaid }: Pick<Statement, "vat" | "net" | "gross" | "unpaid">,
  money: (amount: number) => string,
): DocumentSum[] {
  const label = t(unpaid ? "documents:statement.carried_over" : "documents:statement.total");
  const total: DocumentSum = { label, value: money(gross), isTotal: true };
  return [
    { label: t("documents:statement.net"), value: money(net), isTotal: false },
    ...vat.map((group) => ({
      label: t(`documents:statement.vat.${group.status}`, {
        percent: format.percent(group.rateBp),
        net: money(group.net),
      }),
      value: money(group.vat),
      isTotal: false,
    })),
    total,
  ];
}

function notesOf({ t, statement, money }: Words): string[] {
  const { vat, gross, basis, number, unpaid } = statement;
  const total = money(gross);
  if (gross <= 0)
    return [
      ...vatNotes(t, vat),
      t(gross < 0 ? "documents:statement.balance" : "documents:statement.balance_zero", { total }),
    ];
  const isSmall = unpaid === "below_minimum";
  const next = unpaid
    ? t(isSmall ? "documents:statement.below_minimum" : "documents:statement.carried_over_text", { total })
    : t(`documents:statement.basis.${basis}`, { total, number });
  return [...vatNotes(t, vat), next];
}

/** Returns the sentences that explain why no VAT is charged. */
export function vatNotes(t: TFunction, vat: readonly VatGroup[]): string[] {
  const has = (...statuses: VatGroup["status"][]) => vat.some(({ status }) => statuses.includes(status));
  return [
    ...(has("small_business") ? [t("documents:statement.vat_notes.small_business")] : []),
    ...(has("eu_business", "foreign_business") ? [t("documents:statement.vat_notes.reverse_charge")] : []),
  ];
}
