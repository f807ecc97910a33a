import type { TFunction } from "i18next";
import type { DocumentLine, IssuedDocument } from "~/domain/documents/document";
import { sum } from "~/domain/shared/money";
import { addressLines } from "./address-lines";
import type { DocumentFact, DocumentText } from "./document-text";
import type { Language } from "./languages";
import { taxIds, vatNotes, vatSums, type StatementFormat } from "./statement-words";

/**
 * Writes a credit note or its cancellation (PAY-08, PAY-10). `t` and `format` are those of `language`; `t` must have
 * loaded the namespace `documents`. Every language has the German title that the law asks for (§ 14 (4) no. 10 UStG).
 */
export function creditNoteText(
  language: Language,
  t: TFunction,
  format: StatementFormat,
  document: IssuedDocument,
): DocumentText {
  const { number, issuedOn, cancels, payer, payee, lines, statement, currency, vat } = document;
  const money = (amount: number) => format.money({ amount, currency });
  const isForeign = payer.country !== payee.country;
  let running = 0;
  return {
    language,
    title: cancels
      ? t("documents:credit_note.cancellation", { number: cancels.number })
      : t("documents:credit_note.title", { number }),
    issuedOn,
    sender: {
      name: payer.company ?? payer.name,
      lines: addressLines(payer, isForeign ? language : null),
      ids: taxIds(t, payer),
    },
    receiver: addressLines(payee, isForeign ? language : null),
    facts: factsOf(t, format, document),
    intro: [
      cancels
        ? t("documents:credit_note.intro_cancellation", { number: cancels.number, date: format.day(cancels.issuedOn) })
        : t("documents:credit_note.intro", { statement }),
    ],
    tables: [
      {
        id: "lines",
        title: null,
        caption: t("documents:credit_note.lines"),
        text: null,
        columns: [
          { label: t("documents:credit_note.line"), share: 52, isNumber: false },
          { label: t("documents:credit_note.period"), share: 26, isNumber: false },
          { label: t("documents:credit_note.net"), share: 22, isNumber: true },
        ],
        rows: lines.map((line) => {
          running = sum([running, line.amount]);
          return {
            cells: [serviceOf(t, line), [periodOf(format, line)], [money(line.amount)]],
            details: [],
            running: money(running),
          };
        }),
        sums: vatSums(t, format, document, money),
      },
    ],
    notes: vatNotes(t, vat),
    repeated: {
      carried: t("documents:carried"),
      page: t("documents:page", { page: "{{page}}", pages: "{{pages}}" }),
    },
  };
}

function factsOf(t: TFunction, format: StatementFormat, document: IssuedDocument): DocumentFact[] {
  const { number, issuedOn, cancels, lines, statement, payee, account } = document;
  const from = lines.map((line) => line.from).sort()[0]!;
  const to = lines
    .map((line) => line.to)
    .sort()
    .at(-1)!;
  const key = (name: "number" | "date" | "supplied" | "statement" | "cancels" | "account") =>
    t(`documents:credit_note.${name}`);
  const facts: [label: string, value: string | null][] = [
    [key("number"), number],
    [
      key("cancels"),
      cancels &&
        t("documents:credit_note.cancels_value", { number: cancels.number, date: format.day(cancels.issuedOn) }),
    ],
    [key("date"), format.day(issuedOn)],
    [key("supplied"), t("documents:credit_note.supplied_value", { from: format.day(from), to: format.day(to) })],
    [t("documents:credit_note.supplier_vat_id"), payee.vatId],
    [t("documents:credit_note.supplier_tax_number"), payee.taxNumber],
    [key("statement"), statement],
    [key("account"), account && t("documents:credit_note.account_of", { ...account })],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

const serviceOf = (t: TFunction, { kind, company, deal, corrects }: DocumentLine): string[] => [
  company,
  t(kind === "claim" ? "documents:credit_note.claim" : "documents:credit_note.work", { deal }),
  ...(corrects ? [t("documents:credit_note.corrects", { number: corrects })] : []),
];

const periodOf = (format: StatementFormat, { from, to }: DocumentLine): string =>
  from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
