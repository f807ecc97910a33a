import type { TenantDb } from "../shared/db";

/**
 * Finds the user with an address, or creates one without password and unconfirmed. Concurrent calls create one user.
 */
export async function ensureUser(
  scope: { db: Pick<TenantDb, "user">; now: Date },
  person: { email: string; name: string; language?: string | null },
) {
  await scope.db.user.createMany({
    data: [
      {
        email: person.email,
        name: person.name,
        languagePreference: person.language ?? null,
        createdAt: scope.now,
      },
    ],
    skipDuplicates: true,
  });
  return scope.db.user.findUniqueOrThrow({ where: { email: person.email } });
}
