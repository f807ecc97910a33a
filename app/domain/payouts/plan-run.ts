import type { Day } from "../shared/dates";
import { grouped } from "../shared/grouped";
import { percentOf, sum } from "../shared/money";
import { compareNames } from "../shared/order";
import {
  fileGapOf,
  fileGaps,
  treatmentOf,
  type FileGap,
  type NoDocumentReason,
  type TaxIds,
} from "../documents/treatment";
import { taxStatusOn, type DatedTaxStatus, type TaxStatus } from "../documents/tax-status";
import { missingTaxId, payeeGaps, type PayeeGap } from "./payee";
import { lastPeriodEnd, type PayoutCadence } from "./payer";
import { vatRateOn, type VatRate } from "./payer-settings";
import type { LineKind, VatGroup } from "../documents/document";
import type { PayoutBasis } from "./statement";

/** A commission or claim that a run can pay or deduct. */
export interface RunLine {
  kind: LineKind;
  /** Of the deal, the payment or the claim. */
  id: string;
  /** The day of supply: the close date or the start of the month. */
  period: Day;
  /** Minor units; below zero for claims. */
  amount: number;
}

/** A line with the tax status on its day of supply, and the VAT rate in basis points. */
export interface TaxedLine extends RunLine {
  status: TaxStatus;
  rateBp: number;
}

/** An affiliate, as far as a run has to know. */
export interface RunPayee {
  id: string;
  name: string;
  /** What is missing before they can be paid. */
  missing: readonly PayeeGap[];
  /** Two letters; null if not entered. */
  country: string | null;
  taxIds: TaxIds;
  taxStatuses: readonly DatedTaxStatus[];
  /** Whether they agreed to credit notes by the organization. */
  hasAgreement: boolean;
  /** Whether another account was entered and is not in effect yet. */
  hasPendingAccount: boolean;
  lines: readonly RunLine[];
  /** Commissions that wait for the customer, minor units. */
  waiting: number;
  /** The day until which the last payout in the run's currency counts; null without one. */
  lastPaidUntil: Day | null;
  /** The day until which the last statement in the run's currency counts; null without one. */
  lastStatedUntil: Day | null;
  /** Whether they are still owed statements: they are active, or something is unpaid. */
  isOngoing: boolean;
}

/** What the run is for. */
export interface RunTerms {
  currency: string;
  /** Commissions due until this day are proposed. */
  until: Day;
  /** Of the payer, two letters; null if not entered. */
  payerCountry: string | null;
  payerTaxIds: TaxIds;
  /** Smallest sum to pay, minor units of the run's currency. */
  minimum: number;
  vatRates: readonly VatRate[];
  /** How often affiliates are paid; null if not entered. */
  cadence: PayoutCadence | null;
}

/** Why an affiliate is left out of a run, the first that applies. */
export const leaveOutReasons = [
  "nothing_due",
  "customer_has_not_paid",
  "balance_negative",
  "profile_incomplete",
  "account_changed",
  "cadence",
  "below_minimum",
] as const;
export type LeaveOutReason = (typeof leaveOutReasons)[number];

/** Reasons that only advise. A member can include the affiliate all the same. */
const advice: readonly LeaveOutReason[] = ["account_changed", "cadence", "below_minimum"];

/** Why a business gets no credit note and has to send an invoice. */
export type NoCreditNoteReason = "no_agreement" | "no_vat_rate" | NoDocumentReason;

/** What a run pays to an affiliate, or why it pays nothing. */
export interface ProposedPayout {
  affiliateId: string;
  name: string;
  lines: readonly TaxedLine[];
  vat: VatGroup[];
  /** Minor units, like `vatTotal` and `gross`. */
  net: number;
  vatTotal: number;
  gross: number;
  /** With `own_invoice`, the payout waits for an invoice of the affiliate once the run is approved (PAY-17). */
  basis: PayoutBasis;
  /** Only with `own_invoice`. */
  noCreditNote: NoCreditNoteReason | null;
  /** Why the credit note will be a PDF without an e-invoice; null if it will not, or if there is none. */
  fileGap: FileGap | null;
  missing: readonly PayeeGap[];
  waiting: number;
  /** Null if it is proposed. */
  reason: LeaveOutReason | null;
  /** Whether a member can include it. */
  payable: boolean;
}

/**
 * Plans a run (PAY-05): the facts in, for each affiliate a payout or the reason for none out, by name. Page, CLI and
 * API show the same. Claims of any age are deducted. An affiliate who gets less than the minimum, or owes more than
 * they get, is left out, and everything stays for the next run.
 */
export function planRun(terms: RunTerms, payees: readonly RunPayee[]): ProposedPayout[] {
  const proposals = payees.map((payee): ProposedPayout => {
    const { id: affiliateId, name, waiting } = payee;
    const lines = taxedLines(terms, payee);
    const vat = vatGroups(lines);
    const [net, vatTotal] = [sum(vat.map((group) => group.net)), sum(vat.map((group) => group.vat))];
    const document = documentFor(terms, payee, lines);
    const missing = missingFor(payee, document.basis === "agreement" ? lines : []);
    const reason = reasonFor(terms, { ...payee, missing }, { net, vatTotal });
    const sums = { vat, net, vatTotal, gross: sum([net, vatTotal]) };
    const payable = reason === null || advice.includes(reason);
    return { affiliateId, name, lines, ...sums, ...document, missing, waiting, reason, payable };
  });
  return proposals.sort((one, other) => compareNames(one.name, other.name));
}

function reasonFor(
  terms: RunTerms,
  payee: RunPayee,
  { net, vatTotal }: Pick<ProposedPayout, "net" | "vatTotal">,
): LeaveOutReason | null {
  const { lines, waiting, missing, hasPendingAccount } = payee;
  const applies: Record<LeaveOutReason, boolean> = {
    nothing_due: lines.length === 0 && waiting === 0,
    customer_has_not_paid: lines.length === 0,
    // VAT below zero would correct what an earlier document shows, so it waits for the next one.
    balance_negative: net <= 0 || vatTotal < 0,
    profile_incomplete: missing.length > 0,
    account_changed: hasPendingAccount,
    cadence: isPaidAlready(terms, payee),
    below_minimum: net < terms.minimum,
  };
  return leaveOutReasons.find((reason) => applies[reason]) ?? null;
}

/**
 * Returns whether no period of the rhythm has ended since the last payout. What is owed back is deducted in the next
 * run, whatever the rhythm.
 */
function isPaidAlready({ cadence, until }: RunTerms, { lastPaidUntil, lines }: RunPayee): boolean {
  if (cadence === null || cadence === "on_demand" || lastPaidUntil === null) return false;
  return lastPaidUntil >= lastPeriodEnd(cadence, until) && !lines.some(({ kind }) => kind === "claim");
}

/**
 * Returns the tax status on the day of supply. The first status counts for earlier days too: affiliates enter it when
 * they are first asked, which is after their first commissions.
 */
function statusAt(statuses: readonly DatedTaxStatus[], day: Day): TaxStatus {
  const first = statuses.reduce<DatedTaxStatus | null>((a, b) => (a && a.beginsOn < b.beginsOn ? a : b), null);
  return taxStatusOn(statuses, day) ?? first?.status ?? "private";
}

/**
 * A business that agreed gets a credit note if each line has a place in one (treatment.ts), with a rate where VAT is
 * charged. All other businesses send an invoice.
 */
function documentFor(
  { payerCountry, payerTaxIds, until, currency }: RunTerms,
  { country: payeeCountry, taxIds, taxStatuses, hasAgreement }: RunPayee,
  lines: readonly TaxedLine[],
): Pick<ProposedPayout, "basis" | "noCreditNote" | "fileGap"> {
  if (statusAt(taxStatuses, until) === "private") return { basis: "private", noCreditNote: null, fileGap: null };
  const invoiced = (noCreditNote: NoCreditNoteReason) => ({
    basis: "own_invoice" as const,
    noCreditNote,
    fileGap: null,
  });
  if (!hasAgreement) return invoiced("no_agreement");
  const gaps = new Set<FileGap | null>();
  for (const { status, rateBp } of lines) {
    const treatment = treatmentOf(status, { payerCountry, payeeCountry, currency });
    if (typeof treatment === "string") return invoiced(treatment);
    if ((treatment.category === "S") !== rateBp > 0) return invoiced("no_vat_rate");
    gaps.add(fileGapOf(treatment, payerTaxIds, taxIds, currency));
  }
  return { basis: "agreement", noCreditNote: null, fileGap: fileGaps.find((gap) => gaps.has(gap)) ?? null };
}

/** Returns what is missing for a payout, also for a status that the affiliate had when they supplied a line. */
function missingFor({ missing, taxIds }: RunPayee, credited: readonly TaxedLine[]): PayeeGap[] {
  const all = new Set([...missing, ...credited.map(({ status }) => missingTaxId(status, taxIds))]);
  return payeeGaps.filter((gap) => all.has(gap));
}

/**
 * Only businesses in Germany that charge VAT add it: small businesses do not (§ 19 UStG), for businesses elsewhere the
 * payer owes it (§ 13b UStG).
 */
export const taxedLines = (
  { payerCountry, vatRates }: Pick<RunTerms, "payerCountry" | "vatRates">,
  { lines, taxStatuses }: Pick<RunPayee, "lines" | "taxStatuses">,
): TaxedLine[] =>
  lines.map((line) => {
    const status = statusAt(taxStatuses, line.period);
    const isTaxed = status === "regular" && payerCountry === "DE";
    return { ...line, status, rateBp: isTaxed ? vatRateOn(vatRates, line.period) : 0 };
  });

/** Returns the lines with the same status and rate together. */
export const linesByVat = (lines: readonly TaxedLine[]): TaxedLine[][] => [
  ...grouped(lines, ({ status, rateBp }) => `${status} ${rateBp}`).values(),
];

/** VAT, once on the sum of the lines with the same status and rate. */
const vatGroups = (lines: readonly TaxedLine[]): VatGroup[] =>
  linesByVat(lines).map((own) => {
    const { status, rateBp } = own[0]!;
    const net = sum(own.map(({ amount }) => amount));
    return { status, rateBp, net, vat: percentOf(net, rateBp) };
  });
