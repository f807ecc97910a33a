import type { Scope } from "../shared/scope";
import { ensureUser } from "./ensure-user.server";

/**
 * Names the one person whom this transaction may find and lock, by id, or find and make, by e-mail address: inside an
 * organization the database keeps all others closed. Until the next call.
 */
export async function openPerson(scope: Scope, who: string): Promise<void> {
  await scope.db.$queryRaw`select 1 from app.open_person(${who})`;
}

/** The person of an address whom an organization invites, made without password and unconfirmed if unknown. */
export async function ensureInvited(scope: Scope, person: { email: string; name: string }) {
  await openPerson(scope, person.email);
  return ensureUser(scope, person);
}
