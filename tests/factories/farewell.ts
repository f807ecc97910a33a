import { randomUUID } from "node:crypto";
import { endPortal } from "~/domain/identity/delete-person.server";
import type { TestDatabase } from "../support/database";
import type { Org } from "./organizations";
import { createUser } from "./people";

/**
 * Has somebody told that their access to a portal has ended; without an affiliate, that the account of somebody who
 * belongs nowhere has.
 */
export async function sayFarewell(
  { database }: TestDatabase,
  { name: organization }: Org,
  affiliate?: { userId: string; email: string },
): Promise<void> {
  const { userId, email } = affiliate ?? (await createUser(database));
  const who = { userId, name: "Somebody", email, language: "en" };
  // Of no portal that is here: its links would end.
  const portal = { orgId: randomUUID(), organization };
  await database.withIdentity((scope) => endPortal(scope, portal, who));
}
