import { DAY_MS } from "../shared/dates";

/** Outcomes of asking VIES, the register of VAT ids of the EU. `unavailable`: it has not answered. */
export const vatOutcomes = ["valid", "invalid", "unavailable"] as const;
export type VatOutcome = (typeof vatOutcomes)[number];

/** Query for VIES: two letters of a member state, and the rest of the VAT id. */
export interface VatQuestion {
  vatId: string;
  /** VAT id of the organization, for a consultation number; null without one. */
  requesterVatId: string | null;
}

export interface VatAnswer {
  outcome: VatOutcome;
  /** The consultation number, if VIES has given one. */
  requestId: string | null;
  name: string | null;
  address: string | null;
  /** Why it is unavailable. */
  problem: string | null;
}

/** The queried register. It never throws: a failure is the outcome `unavailable`. */
export interface VatRegister {
  ask(question: VatQuestion): Promise<VatAnswer>;
}

/** A stored answer. */
export interface VatCheck {
  outcome: VatOutcome;
  /** ISO time. */
  checkedAt: string;
  requestId: string | null;
  name: string | null;
  address: string | null;
  /** ISO time of the next automatic query; null if there is none. */
  againAt: string | null;
}

/** Member states as VIES names them: Greece is EL, and Northern Ireland XI. */
const viesStates = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

/** Returns the member state of a VAT id; null if VIES does not know it. */
const stateOf = (vatId: string | null): string | null => {
  const state = vatId?.slice(0, 2) ?? "";
  return viesStates.has(state) ? state : null;
};

interface PayerPlace {
  vatId: string | null;
  /** ISO 3166-1, two letters. */
  country: string | null;
}

/**
 * Returns what VIES is asked about a payee's VAT id; null if it is not asked: only ids of a member state other than the
 * payer's are. As long as the payer has no country, none is asked.
 */
export function questionOf(vatId: string | null, payer: PayerPlace): VatQuestion | null {
  const state = stateOf(vatId);
  const own = stateOf(payer.vatId) ?? (payer.country === "GR" ? "EL" : payer.country);
  if (vatId === null || state === null || own === null || own === state) return null;
  return { vatId, requesterVatId: stateOf(payer.vatId) && payer.vatId };
}

/** How long an answer counts, in days. */
export const VAT_CHECK_DAYS = 90;

/** Minutes before each retry. After the last one, opening the page queries again. */
const AGAIN_AFTER_MINUTES = [10, 60, 4 * 60, 12 * 60];

/** Returns when an unavailable VIES is queried again after some failed attempts; null if not automatically. */
export function againAt(failedBefore: number, now: Date): Date | null {
  const minutes = AGAIN_AFTER_MINUTES[failedBefore];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

type Last = { outcome: string; attempt: number; checkedAt: Date } | null;

/**
 * Returns whether VIES is asked now, given its last answer about the same VAT id. A definite answer counts for
 * {@link VAT_CHECK_DAYS}; without one it is asked once a day. `attempt`: failed attempts before a repeated one.
 */
export function isCheckDue(last: Last, now: Date, attempt = 0): boolean {
  if (!last) return true;
  const age = now.getTime() - last.checkedAt.getTime();
  if (last.outcome !== "unavailable") return age > VAT_CHECK_DAYS * DAY_MS;
  return age > DAY_MS || last.attempt < attempt;
}
