import { searchWords } from "./search";
import type { Scope } from "./scope";

/** Of a search no more than this many of the newest matches are listed. */
export const MOST_MATCHES = 500;

/**
 * Ids of the newest leads of these statuses in which every word of `text` occurs (company, contact, e-mail), at most
 * `most`; null when nothing is searched for. Uses an index, whatever the size of the organisation.
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

/** The same for deals, by the latest close date: title, and the lead's company, contact and e-mail. */
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
