import { z } from "zod";
import type { Tier } from "./pricing";
import { shareProblem, parseAmountInput } from "../shared/amount-problem";
import { parsePercent } from "../shared/read-amount";

export const MAX_TIERS = 20;

/** Returns the two field names of a row in the form; rows count from 1. */
export const tierFields = (row: number) => [`tier_from_${row}`, `tier_rate_${row}`] as const;

const stored = z.array(z.object({ from: z.int(), rate_bp: z.int() })).nullable();

/** Parses stored tiers. Throws if they are invalid. */
export function tiersFromDatabase(json: unknown): Tier[] | null {
  return stored.parse(json)?.map(({ from, rate_bp }) => ({ from, rateBp: rate_bp })) ?? null;
}

/** Converts tiers to what the database stores. */
export const tiersToDatabase = (tiers: Tier[]) => tiers.map(({ from, rateBp }) => ({ from, rate_bp: rateBp }));

export interface TypedTiers {
  /** The valid rows, in minor units and basis points. */
  tiers: Tier[];
  /** Problems by field, as keys of the `errors` texts. */
  problems: { field: string; message: string }[];
}

/**
 * Parses the entered rows of tiers (AFF-07, AFF-09). The first starts at 0, entered or not; each other one starts
 * higher than the one before. Trailing empty rows are ignored; one in between is a problem.
 */
export function readTiers(typed: Readonly<Record<string, unknown>>, currency: string, locale?: string): TypedTiers {
  const result: TypedTiers = { tiers: [], problems: [] };
  const rows = rowsOf(typed);
  let above = -1;
  rows.forEach(({ from, rate }, index) => {
    const [fromField, rateField] = tierFields(index + 1);
    if (index > 0 && !from && !rate) {
      result.problems.push({ field: fromField, message: "tier_row_empty" });
      return;
    }
    const bp = parsePercent(rate);
    const begins = readFrom(from, currency, locale, index === 0, above);
    const ofFrom = begins.problem;
    const ofRate = problemOfRate(rate);
    if (ofFrom) result.problems.push({ field: fromField, message: ofFrom });
    else above = begins.amount!;
    if (ofRate) result.problems.push({ field: rateField, message: ofRate });
    if (!ofFrom && !ofRate) result.tiers.push({ from: begins.amount!, rateBp: bp! });
  });
  return result;
}

/**
 * Parses the amount at which a tier starts. The first is 0, entered or not; every other one is higher than the one
 * before.
 */
function readFrom(
  text: string,
  currency: string,
  locale: string | undefined,
  first: boolean,
  above: number,
): { amount: number | null; problem: string | null } {
  if (first) {
    const { amount } = parseAmountInput(text || "0", currency, { notPositive: null });
    return { amount, problem: amount === 0 ? null : "tier_first_zero" };
  }
  if (!text) return { amount: null, problem: "tier_from_required" };
  const { amount, problem } = parseAmountInput(text, currency, { locale, notPositive: null });
  return { amount, problem: problem ?? (amount! > above ? null : "tier_from_ascending") };
}

function problemOfRate(text: string): string | null {
  if (!text) return "tier_rate_required";
  const problem = shareProblem(text);
  return problem && `tier_rate_${problem}`;
}

/** Returns all rows up to the last non-empty one, at least the first. */
function rowsOf(typed: Readonly<Record<string, unknown>>): { from: string; rate: string }[] {
  const text = (field: string) => String(typed[field] ?? "").trim();
  const rows = Array.from({ length: MAX_TIERS }, (_, index) => {
    const [from, rate] = tierFields(index + 1);
    return { from: text(from), rate: text(rate) };
  });
  return rows.slice(0, Math.max(1, rows.findLastIndex(({ from, rate }) => from || rate) + 1));
}
