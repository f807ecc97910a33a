import { randomUUID } from "node:crypto";
import { endPortal } from "~/domain/identity/delete-person.server";
import type { TestDatabase } from "../support/database";
import type { Org } from "./organizations";
import { createUser } from "./people";

/** Queues the farewell email about an ended portal access, or without an affiliate about a deleted account. */
export async function sayFarewell(
  { database }: TestDatabase,
  { name: organization }: Org,
  affiliate?: { userId: string; email: string },
): Promise<void> {
  const { userId, email } = affiliate ?? (await createUser(database));
  const who = { userId, name: "Somebody", email, language: "en" };
  // A portal that does not exist here, because its links would be deleted.
  const portal = { orgId: randomUUID(), organization };
  await database.withIdentity((scope) => endPortal(scope, portal, who));
}
