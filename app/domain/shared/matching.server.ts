import { searchWords } from "./search";
import type { Scope } from "./scope";

/** A search lists at most this many of the newest matches. */
export const MOST_MATCHES = 500;

/**
 * Ids of at most `most` newest leads with these statuses whose company, contact or e-mail contain every word of `text`;
 * null for a text without words. Uses an index at any size.
 */
export async function matchingLeads(
  scope: Scope,
  text: string,
  filter: { statuses: readonly string[]; affiliateId?: string | null },
  most = MOST_MATCHES,
): Promise<string[] | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_leads(
      ${words}::text[], ${[...filter.statuses]}::text[], ${filter.affiliateId ?? null}::uuid, ${most}::int) id`;
  return rows.map((row) => row.id);
}

/** The same for deals, latest close date first: their title, and company, contact and e-mail of their lead. */
export async function matchingDeals(
  scope: Scope,
  text: string,
  filter: { affiliateId?: string | null } = {},
  most = MOST_MATCHES,
): Promise<string[] | null> {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from app.matching_deals(${words}::text[], ${filter.affiliateId ?? null}::uuid, ${most}::int) id`;
  return rows.map((row) => row.id);
}
