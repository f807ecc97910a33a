import { isWithin, type Period } from "../shared/period";
import type { Day } from "../shared/dates";
import { missingInCp1252 } from "./cp1252";
import { isDatevReference, type DatevCreditor, type DatevEntry } from "./datev";
import { isCreditorNumber, type DatevSettings } from "./datev-settings";
import type { DocumentKind, DocumentParty, VatGroup } from "./document";
import { datevKeyOf } from "./treatment";

/** What an issued document says of its bookings. */
export interface DatevDocument {
  payoutId: string;
  affiliateId: string;
  kind: DocumentKind;
  number: string;
  issuedOn: Day;
  currency: string;
  /** Below zero in a cancellation. */
  vat: readonly VatGroup[];
  payee: DocumentParty;
  /** Number of the credit note that a cancellation takes back; else null. */
  cancels: string | null;
  /** Whether the affiliate objects to it, so that it is no invoice while this is open (§ 14 (2) sentence 6 UStG). */
  isObjected: boolean;
}

/** A statement and what became of its payout. */
export interface DatevPayout {
  payoutId: string;
  affiliateId: string;
  number: string;
  currency: string;
  /** What lets the affiliate be paid; see `payoutBases`. */
  basis: "agreement" | "own_invoice" | "private";
  issuedOn: Day;
  vat: readonly VatGroup[];
  payee: DocumentParty;
  /** Minor units. */
  gross: number;
  paidOn: Day | null;
  /** When it was canceled or taken back: its commissions are in a later statement. */
  withdrawnOn: Day | null;
  /** When the bank returned it, if it was not paid again; its statement stays. */
  returnedOn: Day | null;
  /** Number of its credit note; null if it has none. */
  documentNumber: string | null;
}

/** How the tax adviser knows an affiliate. */
export interface DatevAffiliate {
  id: string;
  creditorNumber: number | null;
  /** Name for the tax adviser; null for the name in the documents. */
  creditorName: string | null;
}

/** `withdrawn`: a statement for a private person that was canceled or taken back. */
export const datevKinds = ["credit_note", "cancellation", "statement", "withdrawn", "payment"] as const;
export type DatevKind = (typeof datevKinds)[number];

export interface PlannedEntry extends DatevEntry {
  kind: DatevKind;
  affiliateId: string;
  name: string;
  /** Number of the document or statement, also where `reference` has another one. */
  number: string;
  payoutId: string;
}

/**
 * Why somebody has to book a document by hand: the affiliate sends an invoice, no credit note was issued, DATEV needs
 * an exchange rate, the VAT rate has no known tax key, or the bank has returned the payment.
 */
export const unbookedReasons = ["own_invoice", "no_document", "currency", "rate", "returned"] as const;

export interface UnbookedPayout {
  reason: (typeof unbookedReasons)[number];
  affiliateId: string;
  name: string;
  number: string;
  payoutId: string;
  day: Day;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** What prevents the file, by the name of the affiliate or document. */
export type DatevProblem =
  | { code: "datev_settings_missing"; params: Record<string, never> }
  | { code: "datev_creditor_missing"; params: { name: string }; affiliateId: string }
  | { code: "datev_creditor_length"; params: { name: string; number: string }; affiliateId: string }
  | { code: "datev_character"; params: { name: string; character: string }; affiliateId: string }
  | { code: "datev_reference"; params: { number: string } };

export interface DatevPlan {
  entries: PlannedEntry[];
  creditors: DatevCreditor[];
  problems: DatevProblem[];
  /** Documents and payments of the period that are not in the file. */
  unbooked: UnbookedPayout[];
  /** Names of the creditors whose address has characters that the file cannot have, so it is left out. */
  withoutAddress: string[];
}

export interface DatevFacts {
  documents: readonly DatevDocument[];
  payouts: readonly DatevPayout[];
  affiliates: readonly DatevAffiliate[];
  /** Null if none were entered. */
  settings: DatevSettings | null;
  period: Period;
}

const EURO = "EUR";

/**
 * Returns the bookings of a period: each document and each statement for a private person by VAT group, and each
 * payment. Nothing is left out silently: what has no booking is in `unbooked`, and with `problems` there is no file.
 */
export function planDatev({ documents, payouts, affiliates, settings, period }: DatevFacts): DatevPlan {
  const known = new Map(affiliates.map((one) => [one.id, one]));
  const nameOf = ({ affiliateId, payee }: Pick<DatevDocument, "affiliateId" | "payee">) =>
    known.get(affiliateId)?.creditorName ?? payee.name;
  const creditorOf = (affiliateId: string) => String(known.get(affiliateId)?.creditorNumber ?? "");
  const entries: PlannedEntry[] = [];
  const unbooked: UnbookedPayout[] = [];

  type Source = Pick<DatevDocument, "payoutId" | "affiliateId" | "payee" | "number" | "currency">;
  const by = (source: Source) => {
    const { affiliateId, payoutId, number } = source;
    return { affiliateId, payoutId, number, name: nameOf(source) };
  };
  const leaveOut = (source: Source, reason: UnbookedPayout["reason"], at: Day, amount: number) =>
    unbooked.push({ ...by(source), reason, day: at, amount, currency: source.currency });

  /** Books the VAT groups as expenses. */
  const bookExpense = (
    source: Source & Pick<DatevDocument, "vat">,
    { at, sign, kind, words, reference }: { at: Day; sign: 1 | -1; kind: DatevKind; words: string; reference: string },
  ) => {
    // A group that adds up to 0 moves no money, and DATEV takes no such line.
    const groups = source.vat.filter(({ net, vat }) => net + vat !== 0);
    const keys = groups.map(datevKeyOf);
    const problem = source.currency !== EURO ? "currency" : keys.includes(undefined) ? "rate" : null;
    if (problem) return leaveOut(source, problem, at, sign * sumOf(groups));
    return groups.forEach(({ net, vat }, index) =>
      entries.push({
        ...by(source),
        kind,
        day: at,
        amount: sign * (net + vat),
        account: settings?.expenseAccount ?? "",
        contraAccount: creditorOf(source.affiliateId),
        key: keys[index] ?? null,
        reference,
        text: `${words} ${nameOf(source)}`,
      }),
    );
  };

  for (const one of documents.filter(({ issuedOn }) => isWithin(issuedOn, period))) {
    const objected = one.isObjected ? " (widersprochen)" : "";
    const words =
      one.kind === "cancellation" ? `Storno ${one.number} zu ${one.cancels}` : `Gutschrift ${one.number}${objected}`;
    // A cancellation refers to its credit note, so that DATEV clears both.
    bookExpense(one, { at: one.issuedOn, sign: 1, kind: one.kind, words, reference: one.cancels ?? one.number });
  }
  for (const one of payouts) {
    const { number, issuedOn, withdrawnOn, returnedOn, paidOn, basis } = one;
    if (isWithin(issuedOn, period)) {
      if (basis === "private")
        bookExpense(one, {
          at: issuedOn,
          sign: 1,
          kind: "statement",
          words: `Abrechnung ${number}`,
          reference: number,
        });
      else if (withdrawnOn === null && (basis === "own_invoice" || one.documentNumber === null))
        leaveOut(one, basis === "own_invoice" ? "own_invoice" : "no_document", issuedOn, one.gross);
    }
    if (withdrawnOn !== null && isWithin(withdrawnOn, period)) {
      const words = `Rücknahme ${number}`;
      if (basis === "private")
        bookExpense(one, { at: withdrawnOn, sign: -1, kind: "withdrawn", words, reference: number });
    }
    if (returnedOn !== null && isWithin(returnedOn, period)) leaveOut(one, "returned", returnedOn, one.gross);
    if (paidOn !== null && isWithin(paidOn, period)) {
      if (one.currency !== EURO) leaveOut(one, "currency", paidOn, one.gross);
      else
        entries.push({
          ...by(one),
          kind: "payment",
          day: paidOn,
          amount: one.gross,
          account: creditorOf(one.affiliateId),
          contraAccount: settings?.bankAccount ?? "",
          key: null,
          reference: one.documentNumber ?? number,
          text: `Zahlung ${number} ${nameOf(one)}`,
        });
    }
  }
  // A document comes before what takes it back or pays it.
  const place = ({ kind }: PlannedEntry) => datevKinds.indexOf(kind);
  entries.sort(
    (one, other) => compare(one.day, other.day) || compare(one.reference, other.reference) || place(one) - place(other),
  );
  return { entries, unbooked, ...creditorsOf(entries, { documents, payouts, known, settings }) };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const sumOf = (groups: readonly VatGroup[]) => groups.reduce((sum, { net, vat }) => sum + net + vat, 0);

type CreditorFacts = Pick<DatevFacts, "documents" | "payouts" | "settings"> & { known: Map<string, DatevAffiliate> };

/** Returns the creditors of these bookings, and what prevents the file. */
function creditorsOf(
  entries: readonly PlannedEntry[],
  { documents, payouts, known, settings }: CreditorFacts,
): Pick<DatevPlan, "creditors" | "problems" | "withoutAddress"> {
  const creditors: DatevCreditor[] = [];
  const withoutAddress: string[] = [];
  const problems: DatevProblem[] = settings ? [] : [{ code: "datev_settings_missing", params: {} }];
  for (const number of new Set(entries.map(({ reference }) => reference)))
    if (!isDatevReference(number)) problems.push({ code: "datev_reference", params: { number } });
  // The latest document or statement has the address that counts.
  const payees = new Map<string, { payee: DocumentParty; isBusiness: boolean }>();
  const issued = [...documents, ...payouts].sort((one, other) => compare(one.issuedOn, other.issuedOn));
  for (const { affiliateId, payee, ...one } of issued)
    payees.set(affiliateId, { payee, isBusiness: !("basis" in one) || one.basis !== "private" });
  const names = new Map(entries.map(({ affiliateId, name }) => [affiliateId, name]));
  for (const [affiliateId, name] of [...names].sort(([, one], [, other]) => compare(one, other))) {
    const number = known.get(affiliateId)?.creditorNumber ?? null;
    const { payee, isBusiness } = payees.get(affiliateId)!;
    const character = missingInCp1252(name);
    if (character !== null) problems.push({ code: "datev_character", params: { name, character }, affiliateId });
    if (number === null) {
      problems.push({ code: "datev_creditor_missing", params: { name }, affiliateId });
      continue;
    }
    if (settings && !isCreditorNumber(number, settings.accountLength))
      problems.push({ code: "datev_creditor_length", params: { name, number: String(number) }, affiliateId });
    const { street, houseNumber, postalCode, town, country, vatId, taxNumber } = payee;
    const canBeWritten = missingInCp1252([street, houseNumber, postalCode, town].join("")) === null;
    if (!canBeWritten) withoutAddress.push(name);
    const address = canBeWritten ? { street, houseNumber, postalCode, town, country } : null;
    creditors.push({ number, name, isBusiness, address, vatId, taxNumber });
  }
  creditors.sort((one, other) => one.number - other.number);
  return { creditors, problems, withoutAddress };
}
