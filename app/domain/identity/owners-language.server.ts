import type { Scope } from "../shared/scope";
import { readPeople } from "./read-people.server";

/** Returns the language that an owner has chosen, starting with the owner of longest standing; null if none has. */
export async function ownersLanguage(scope: Scope): Promise<string | null> {
  const owners = await scope.db.membership.findMany({
    where: { role: "owner" },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    select: { userId: true },
  });
  const ids = owners.map(({ userId }) => userId);
  const people = await readPeople(scope, ids);
  return ids.map((id) => people.get(id)?.language).find((language) => language != null) ?? null;
}
