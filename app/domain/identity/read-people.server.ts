import type { Scope } from "../shared/scope";

/** What an organization may know of a person who belongs to it. */
export interface KnownPerson {
  name: string;
  /** Null until it was chosen. */
  language: string | null;
  /** Whether the e-mail address is confirmed. */
  confirmed: boolean;
  /** Whether they work there; else they are an affiliate. */
  member: boolean;
  /** Whether a mail server has said that the address does not exist. */
  refused: boolean;
}

/** Of these users the organization's members and affiliates, by user id; in the portal nobody. */
export async function readPeople(scope: Scope, userIds: string[]): Promise<Map<string, KnownPerson>> {
  if (userIds.length === 0) return new Map();
  const rows = await scope.db.$queryRaw<({ id: string } & KnownPerson)[]>`
    select id, name, language, confirmed, member, refused from app.people(${userIds}::uuid[])`;
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
