import type { Scope } from "../shared/scope";

/** What an organization may know of a user who belongs to it. */
export interface KnownPerson {
  name: string;
  /** Null until chosen. */
  language: string | null;
  /** Whether the email address is confirmed. */
  confirmed: boolean;
  /** True for a member, false for an affiliate. */
  member: boolean;
  /** Whether a mail server has reported that the address does not exist. */
  refused: boolean;
}

/**
 * Returns those of these users who are the organization's members or affiliates, by user id. In the portal the result
 * is empty.
 */
export async function readPeople(scope: Scope, userIds: string[]): Promise<Map<string, KnownPerson>> {
  if (userIds.length === 0) return new Map();
  const rows = await scope.db.$queryRaw<({ id: string } & KnownPerson)[]>`
    select id, name, language, confirmed, member, refused from app.people(${userIds}::uuid[])`;
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
