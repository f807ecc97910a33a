import { randomUUID } from "node:crypto";
import type { CurrentUser } from "~/domain/identity/session.server";
import type { Actor, Scope } from "~/domain/shared/scope";
import { database } from "./app-context.server";

// Scopes of requests that are not opened with the role of the signed-in user: for the holder of a link, for a founder,
// and for what the organization does for an affiliate. The caller has checked who may enter.

type Use<T> = (scope: Scope) => Promise<T>;

const nameOf = async (scope: Scope) => (await scope.organization()).name;

/** Opens the scope for a link from an email, without a session; the link limits what may be done. */
export async function unsubscribeScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().withOrg(orgId, { kind: "job", name: "unsubscribe" }, use, "own_account");
}

/**
 * Opens the scope in which an affiliate's access ends. It has the rights of the organization, because an affiliate may
 * not change this.
 */
export async function endingScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().withOrg(orgId, { kind: "job", name: "end_access" }, use, "own_account");
}

/**
 * Opens the scope in which the file of an affiliate is stored, or a message of theirs is taken back. Affiliates may do
 * neither: the one counts what the whole organization has stored, the other deletes what staff were notified of. The
 * caller has checked the rights.
 */
export async function storingScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().withOrg(orgId, { kind: "job", name: "upload" }, use);
}

/** Reads the organization of an invitation link, for the holder of the link. */
export async function invitedScope<T>(orgId: string, use: Use<T>): Promise<T> {
  return database().readOrg(orgId, { kind: "job", name: "invitation" }, use);
}

/** Opens the scope of the user who accepts an invitation. Throws `organization_paused`. */
export async function joiningScope<T>(
  orgId: string,
  by: { userId: string; role: "owner" | "member" },
  use: Use<T>,
): Promise<T> {
  return database().withOrg(orgId, { kind: "member", isProven: false, ...by }, use);
}

/** Returns the names of a user's organizations, which a new password must not be made of. */
export async function namesOfOrganizations(orgIds: readonly string[]): Promise<string[]> {
  const actor: Actor = { kind: "job", name: "new_password" };
  const names: string[] = [];
  for (const orgId of orgIds) {
    names.push(await database().readOrg(orgId, actor, nameOf));
  }
  return names;
}

/** Opens the scope of an organization that the current user founds. */
export async function foundingScope<T>(user: CurrentUser, use: Use<T>): Promise<T> {
  const actor: Actor = { kind: "member", userId: user.id, role: "owner", isProven: false };
  return database().withOrg(randomUUID(), actor, use, "founding");
}
