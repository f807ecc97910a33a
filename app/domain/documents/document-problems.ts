import { isDay } from "../shared/dates";
import { percentOf, sum } from "../shared/money";
import { ciiInvoice, SELF_BILLED, type CiiInvoice, type CiiLine, type CiiParty } from "./cii-invoice";
import type { DocumentLine, IssuedDocument } from "./document";
import { readCii } from "./read-cii";
import { fileGapOf, treatmentIn, type Treatment } from "./treatment";

/** What can be wrong with a document, named for logs and for the preview of a run. */
export const documentProblemNames = [
  "seller",
  "buyer",
  "tax_id",
  "type_code",
  "number",
  "issued_on",
  "title",
  "reference",
  "statement",
  "period",
  "lines",
  "treatment",
  "vat",
  "totals",
  "account",
  "currency",
  "terms",
  "file",
] as const;
export type DocumentProblem = (typeof documentProblemNames)[number];

/**
 * Returns what forbids storing a document (PAY-08): what the published rules of EN 16931 do not see, such as swapped
 * sides or a missing reference, and whether the file says the same as the document. Empty if nothing does.
 *
 * @param xml the file; null if the document is a PDF alone.
 * @param iban whole number of the account; null if nothing is transferred.
 */
export function documentProblems(document: IssuedDocument, xml: string | null, iban: string | null): DocumentProblem[] {
  const found = new Set([...ownProblems(document, iban), ...(xml === null ? [] : fileProblems(document, xml, iban))]);
  return documentProblemNames.filter((name) => found.has(name));
}

/** Letters, digits and at most two hyphens, which the file, banks and DATEV take. */
const NUMBER = /^(?!(?:[^-]*-){3})[A-Za-z0-9][A-Za-z0-9-]{0,29}$/;

type Check = [name: DocumentProblem, isRight: boolean];

const failed = (checks: Check[]): DocumentProblem[] => checks.flatMap(([name, isRight]) => (isRight ? [] : [name]));

function ownProblems(document: IssuedDocument, iban: string | null): DocumentProblem[] {
  const { kind, number, issuedOn, currency, cancels, payer, payee, lines } = document;
  const found = lines.map(({ status }) => treatmentIn(document, status));
  const treated = found.filter((one): one is Treatment => typeof one !== "string");
  const isCancellation = kind === "cancellation";
  return failed([
    ["seller", [payee.name, payee.street, payee.postalCode, payee.town, document.affiliateCode].every(isWritten)],
    ["buyer", [payer.name, payer.street, payer.postalCode, payer.town].every(isWritten)],
    ["tax_id", hasTaxId(document)],
    ["number", NUMBER.test(number)],
    ["issued_on", isDay(issuedOn)],
    ["statement", isWritten(document.statement)],
    ["currency", /^[A-Z]{3}$/.test(currency)],
    // A cancellation names another document, which is not later.
    [
      "reference",
      isCancellation
        ? cancels !== null && NUMBER.test(cancels.number) && cancels.number !== number && cancels.issuedOn <= issuedOn
        : cancels === null,
    ],
    ["lines", lines.length > 0 && lines.every((line) => isLineRight(line, isCancellation ? -1 : 1))],
    ["period", lines.every(({ from, to }) => isDay(from) && isDay(to) && from <= to)],
    ["treatment", treated.length === lines.length && lines.every((line, index) => isRated(line, found[index]!))],
    ["vat", isVatRight(document)],
    ["totals", areTotalsRight(document)],
    ["account", isAccountRight(document, iban)],
  ]);
}

const isWritten = (text: string) => text.trim() !== "";

/**
 * A credit note names a tax id of the supplier (§ 14 (4) no. 2 UStG), reverse charge within the EU the VAT id (§ 14a
 * (1) UStG). Businesses outside of the EU may have none.
 */
function hasTaxId({ payee, lines }: IssuedDocument): boolean {
  return lines.every(({ status }) => {
    if (status === "foreign_business") return true;
    return status === "eu_business" ? payee.vatId !== null : (payee.vatId ?? payee.taxNumber) !== null;
  });
}

/** Only claims are below zero, and only they correct an earlier credit note. */
const isLineRight = ({ kind, amount, corrects }: DocumentLine, sign: 1 | -1): boolean =>
  Number.isSafeInteger(amount) && (kind === "claim" ? amount * sign <= 0 : amount * sign >= 0 && corrects === null);

/** The standard rate is above zero (BR-S-05), the others are zero. */
const isRated = ({ rateBp }: DocumentLine, treatment: Treatment | string): boolean =>
  typeof treatment !== "string" && (treatment.category === "S" ? rateBp > 0 : rateBp === 0);

/** VAT is calculated once on the sum of the lines of a status and rate, never by line. */
function isVatRight({ lines, vat }: IssuedDocument): boolean {
  const keyOf = ({ status, rateBp }: { status: string; rateBp: number }) => `${status} ${rateBp}`;
  const keys = new Set(lines.map(keyOf));
  const areGroups = vat.length === keys.size && vat.every((group) => keys.delete(keyOf(group)));
  return (
    areGroups &&
    vat.every((group) => {
      const own = lines.filter((line) => keyOf(line) === keyOf(group));
      return group.net === sum(own.map(({ amount }) => amount)) && group.vat === percentOf(group.net, group.rateBp);
    })
  );
}

function areTotalsRight({ kind, lines, vat, net, vatTotal, gross }: IssuedDocument): boolean {
  const isSum =
    net === sum(lines.map(({ amount }) => amount)) &&
    vatTotal === sum(vat.map((group) => group.vat)) &&
    gross === sum([net, vatTotal]);
  // Zero and less is carried over to a later credit note.
  return isSum && (kind === "credit_note" ? gross > 0 : gross < 0);
}

function isAccountRight({ kind, account }: IssuedDocument, iban: string | null): boolean {
  if (kind === "cancellation" || account === null) return kind === "cancellation" || iban === null;
  return (
    iban !== null &&
    /^[A-Z]{2}[A-Z0-9]{4,32}$/.test(iban) &&
    iban.startsWith(account.country) &&
    iban.endsWith(account.end) &&
    account.end.length === 4 &&
    isWritten(account.holder)
  );
}

function fileProblems(document: IssuedDocument, xml: string, iban: string | null): DocumentProblem[] {
  let expected: CiiInvoice;
  let read: CiiInvoice;
  try {
    expected = ciiInvoice(document, iban);
    read = readCii(xml);
  } catch {
    return ["file"];
  }
  const same = (...names: (keyof CiiInvoice)[]) => names.every((name) => isSame(read[name], expected[name]));
  const gaps = document.lines.map(({ status }) => {
    const treatment = treatmentIn(document, status);
    return typeof treatment === "string"
      ? null
      : fileGapOf(treatment, document.payer, document.payee, document.currency);
  });
  const periods = (lines: CiiLine[]) => lines.map(({ from, to }) => ({ from, to }));
  return failed([
    ["file", gaps.every((gap) => gap === null)],
    ["seller", same("seller") && isParty(read.seller, document.payee.name, document.payee.country)],
    ["buyer", same("buyer") && isParty(read.buyer, document.payer.name, document.payer.country)],
    ["type_code", read.typeCode === SELF_BILLED],
    ["number", same("number") && read.number === document.number],
    ["issued_on", same("issuedOn")],
    ["title", same("notes") && Boolean(read.notes[0]?.includes("Gutschrift"))],
    ["reference", same("references") && (document.kind === "credit_note" || read.references.length === 1)],
    ["statement", same("statement")],
    ["period", same("from", "to") && isSame(periods(read.lines), periods(expected.lines))],
    ["lines", same("lines")],
    ["vat", same("groups")],
    ["totals", same("net", "vat", "gross")],
    ["account", same("account") && (read.account === null || read.account.iban === iban)],
    ["currency", same("currency")],
    ["terms", same("terms")],
  ]);
}

/** The names are compared with the document itself, in case a mistake in writing swaps the sides. */
const isParty = (party: CiiParty, name: string, country: string): boolean =>
  party.country === country && party.name.replace(/\s/gu, "") === name.replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "");

/** Compares plain data, whatever the order of its keys. */
export const isSame = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
