import { searchWords } from "./search";
import type { Scope } from "./scope";

/** Limit for the matches of a search, newest first. */
export const MAX_MATCHES = 500;

/**
 * Conditions on own fields (fields/own-matches.server.ts), as app.having_own() reads them. An empty list finds the rows
 * that `text` finds.
 */
type Conditions = readonly object[];

/**
 * Returns ids of up to `most` newest leads with these statuses that contain every word of `text` in company, contact
 * and email address, or in own fields, and that meet the conditions; null without words and conditions. Uses an index
 * at any size.
 */
export async function matchingLeads(
  scope: Scope,
  text: string,
  filter: { statuses: readonly string[]; affiliateId?: string | null; conditions?: Conditions },
  most = MAX_MATCHES,
): Promise<string[] | null> {
  const words = searchWords(text);
  const conditions = filter.conditions ?? [];
  if (words.length === 0 && conditions.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_leads(
      ${words}::text[], ${JSON.stringify(conditions)}::jsonb, ${[...filter.statuses]}::text[], ${filter.affiliateId ?? null}::uuid, ${most}::int) id`;
  return rows.map((row) => row.id);
}

/**
 * Returns ids of matching deals, latest close date first; see {@link matchingLeads}. The search covers their title and
 * own fields, and company, contact and email address of their lead.
 */
export async function matchingDeals(
  scope: Scope,
  text: string,
  filter: { affiliateId?: string | null; conditions?: Conditions } = {},
  most = MAX_MATCHES,
): Promise<string[] | null> {
  const words = searchWords(text);
  const conditions = filter.conditions ?? [];
  if (words.length === 0 && conditions.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_deals(
      ${words}::text[], ${JSON.stringify(conditions)}::jsonb, ${filter.affiliateId ?? null}::uuid, ${most}::int) id`;
  return rows.map((row) => row.id);
}

/** Returns ids of paid commissions (of a one-off one, the deal's) whose receipts contain every word, latest payment first; see {@link matchingLeads}. */
export async function matchingReceipts(scope: Scope, text: string, most = MAX_MATCHES): Promise<string[] | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_receipts(${words}::text[], ${most}::int) id`;
  return rows.map((row) => row.id);
}

/** Returns ids of webhook deliveries whose body contains every word, newest first; see {@link matchingLeads}. */
export async function matchingDeliveries(scope: Scope, text: string, most = MAX_MATCHES): Promise<string[] | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_deliveries(${words}::text[], ${most}::int) id`;
  return rows.map((row) => row.id);
}
