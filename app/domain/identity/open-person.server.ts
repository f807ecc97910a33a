import type { Scope } from "../shared/scope";
import { ensureUser } from "./ensure-user.server";

/**
 * Allows this transaction to read and lock one user by id, or to find or create one by email address. Inside an
 * organization the database hides all other users. The permission holds until the next call.
 */
export async function allowUserAccess(scope: Scope, who: string): Promise<void> {
  await scope.db.$queryRaw`select 1 from app.open_person(${who})`;
}

/** Finds the user whom an organization invites by address, or creates one without password and unconfirmed. */
export async function ensureInvited(scope: Scope, person: { email: string; name: string }) {
  await allowUserAccess(scope, person.email);
  return ensureUser(scope, person);
}
