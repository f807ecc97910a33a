import { searchWords } from "./search";
import type { Scope } from "./scope";

/** Limit for the matches of a search, newest first. */
export const MAX_MATCHES = 500;

/**
 * Returns ids of up to `most` newest leads with these statuses whose company, contact or email address contains every
 * word of `text`; null for a text without words. Uses an index at any size.
 */
export async function matchingLeads(
  scope: Scope,
  text: string,
  filter: { statuses: readonly string[]; affiliateId?: string | null },
  most = MAX_MATCHES,
): Promise<string[] | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_leads(
      ${words}::text[], ${[...filter.statuses]}::text[], ${filter.affiliateId ?? null}::uuid, ${most}::int) id`;
  return rows.map((row) => row.id);
}

/**
 * Returns ids of matching deals, latest close date first; see {@link matchingLeads}. The search covers their title, and
 * company, contact and email address of their lead.
 */
export async function matchingDeals(
  scope: Scope,
  text: string,
  filter: { affiliateId?: string | null } = {},
  most = MAX_MATCHES,
): Promise<string[] | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_deals(${words}::text[], ${filter.affiliateId ?? null}::uuid, ${most}::int) id`;
  return rows.map((row) => row.id);
}

/** Returns ids of deals whose receipts contain every word, latest payment first; see {@link matchingLeads}. */
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
