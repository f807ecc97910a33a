import type { TFunction } from "i18next";
import type { DocumentLine, DocumentParty, IssuedDocument, VatGroup } from "~/domain/documents/document";
import type { Day } from "~/domain/shared/dates";
import { sum, type Money } from "~/domain/shared/money";
import { addressLines } from "./address-lines";
import type { DocumentFact, DocumentSum, DocumentTable, DocumentText } from "./document-text";
import type { Language } from "./languages";

/** Formatters of the document's language. */
export interface CreditNoteFormat {
  day(day: Day): string;
  month(day: Day): string;
  money(money: Money): string;
  percent(basisPoints: number): string;
}

interface Words {
  t: TFunction;
  format: CreditNoteFormat;
  document: IssuedDocument;
  /** Formats minor units of the document's currency. */
  money: (amount: number) => string;
}

/**
 * Writes a credit note (PAY-08) or its cancellation (PAY-10). `t` and `format` are those of `language`; `t` must have
 * loaded the namespace `documents`. The title has the word 'Gutschrift' in every language (§ 14 (4) no. 10 UStG). No
 * sentence takes silence for consent.
 */
export function creditNoteText(
  language: Language,
  t: TFunction,
  format: CreditNoteFormat,
  document: IssuedDocument,
): DocumentText {
  const { number, currency, cancels, payer, payee } = document;
  const words: Words = { t, format, document, money: (amount) => format.money({ amount, currency }) };
  const isForeign = payer.country !== payee.country;
  const names = { payer: payer.company ?? payer.name, payee: payee.name };
  const canceled = cancels && { number: cancels.number, date: format.day(cancels.issuedOn) };
  return {
    language,
    title: canceled
      ? t("documents:credit_note.cancellation_title", canceled)
      : t("documents:credit_note.title", { number }),
    issuedOn: document.issuedOn,
    sender: {
      name: names.payer,
      lines: addressLines(payer, isForeign ? language : null),
      ids: taxIds(t, payer),
    },
    receiver: addressLines(payee, isForeign ? language : null),
    facts: factsOf(words),
    intro: [
      canceled ? t("documents:credit_note.cancellation_intro", canceled) : t("documents:credit_note.intro", names),
      t("documents:credit_note.roles", names),
    ],
    tables: [linesTable(words)],
    notes: notesOf(words),
    repeated: {
      carried: t("documents:carried"),
      // Filled in for each page: only the layout knows how many there are.
      page: t("documents:page", { page: "{{page}}", pages: "{{pages}}" }),
    },
  };
}

const taxIds = (t: TFunction, { vatId, taxNumber }: DocumentParty): string[] => [
  ...(vatId ? [t("documents:vat_id", { id: vatId })] : []),
  ...(taxNumber ? [t("documents:tax_number", { id: taxNumber })] : []),
];

function factsOf({ t, format, document }: Words): DocumentFact[] {
  const { number, issuedOn, payer, payee, account, statement, affiliateCode, kind } = document;
  const days = document.lines.flatMap(({ from, to }) => [from, to]).toSorted();
  const [from, to] = [days[0] ?? issuedOn, days.at(-1) ?? issuedOn].map((day) => format.day(day));
  const facts: [label: string, value: string | null][] = [
    [t("documents:credit_note.number"), number],
    [t("documents:credit_note.date"), format.day(issuedOn)],
    [t("documents:credit_note.supplied"), from === to ? from! : `${from} – ${to}`],
    [t("documents:credit_note.statement"), statement],
    [t("documents:credit_note.code"), affiliateCode],
    [t("documents:credit_note.supplier_vat_id"), payee.vatId],
    [t("documents:credit_note.supplier_tax_number"), payee.taxNumber],
    // Both VAT ids are in an invoice with reverse charge (§ 14a (1) UStG), and a footer is not read out.
    [t("documents:credit_note.recipient_vat_id"), payer.vatId],
    [
      t("documents:statement.account"),
      kind === "credit_note" && account ? t("documents:statement.account_of", { ...account }) : null,
    ],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function linesTable(words: Words): DocumentTable {
  const { t, format, document, money } = words;
  let running = 0;
  return {
    id: "lines",
    title: null,
    caption: t("documents:credit_note.lines"),
    text: null,
    columns: [
      { label: t("documents:statement.deal"), share: 45, isNumber: false },
      { label: t("documents:statement.period"), share: 20, isNumber: false },
      { label: t("documents:credit_note.vat_rate"), share: 14, isNumber: true },
      { label: t("documents:credit_note.net_amount"), share: 21, isNumber: true },
    ],
    rows: document.lines.map((line) => {
      running = sum([running, line.amount]);
      const { corrects, kind, company, deal } = line;
      return {
        cells: [
          kind === "claim" ? [company, deal, t("documents:statement.claim")] : [company, deal],
          periodCell(words, line),
          [format.percent(line.rateBp)],
          [money(line.amount)],
        ],
        details: corrects === null ? [] : [t("documents:credit_note.corrects", { number: corrects })],
        running: money(running),
      };
    }),
    sums: sumsOf(words),
  };
}

/** Returns the month, or the day on which the deal was won. */
const periodCell = ({ t, format }: Words, { from, to }: DocumentLine): string[] =>
  from === to ? [format.day(from), t("documents:statement.closed")] : [format.month(from)];

function sumsOf({ t, format, document, money }: Words): DocumentSum[] {
  const { vat, net, gross } = document;
  return [
    { label: t("documents:statement.net"), value: money(net), isTotal: false },
    ...vat.map(({ status, rateBp, net: base, vat: amount }) => ({
      label: t(`documents:statement.vat.${status}`, { percent: format.percent(rateBp), net: money(base) }),
      value: money(amount),
      isTotal: false,
    })),
    { label: t("documents:statement.total"), value: money(gross), isTotal: true },
  ];
}

function notesOf({ t, document }: Words): string[] {
  const has = (...statuses: VatGroup["status"][]) => document.vat.some(({ status }) => statuses.includes(status));
  return [
    ...(has("small_business") ? [t("documents:credit_note.vat_notes.small_business")] : []),
    ...(has("eu_business", "foreign_business") ? [t("documents:credit_note.vat_notes.reverse_charge")] : []),
    t("documents:credit_note.explained", { number: document.statement }),
  ];
}
