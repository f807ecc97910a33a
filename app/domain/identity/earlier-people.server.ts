import type { IdentityScope } from "../shared/scope";

/** Reads name and address of users who do not belong to the organization any longer; deleted ones are missing. */
export async function earlierPeople(scope: IdentityScope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const users = await scope.db.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, email: true, languagePreference: true },
  });
  return users.map(({ languagePreference, ...user }) => ({ ...user, language: languagePreference }));
}
