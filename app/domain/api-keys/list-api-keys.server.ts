import type { ApiAccess } from "../shared/scope";
import { readPeople } from "../identity/read-people.server";
import { compareNames } from "../shared/order";
import { requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** A key as people see it: never its text. */
export interface ApiKeyRow {
  id: string;
  name: string;
  access: ApiAccess;
  /** The last four characters of its text. */
  tail: string;
  /** Who made it; null for people who are no longer there. */
  createdBy: string | null;
  createdAt: Date;
  /** Null when it does not end by itself. */
  expiresAt: Date | null;
  isExpired: boolean;
  /** Within a minute; null when it was never used. */
  lastUsedAt: Date | null;
}

/** The keys that nobody has revoked, by name. Throws `forbidden` for everybody but an owner. */
export async function listApiKeys(scope: Scope): Promise<ApiKeyRow[]> {
  requireOwner(scope);
  const keys = await scope.db.apiKey.findMany({ where: { revokedAt: null } });
  keys.sort((one, other) => compareNames(one.name, other.name));
  const makers = keys.flatMap(({ createdBy }) => createdBy ?? []);
  const people = await readPeople(scope, [...new Set(makers)]);
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    access: key.access as ApiAccess,
    tail: key.tail,
    createdBy: (key.createdBy && people.get(key.createdBy)?.name) ?? null,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
    isExpired: key.expiresAt !== null && key.expiresAt <= scope.now,
  }));
}

/**
 * Whether an id is one of them: for whoever works here, so that they learn why they may not see it. Throws `forbidden`.
 */
export async function hasApiKey(scope: Scope, id: string): Promise<boolean> {
  requireStaff(scope);
  return (await scope.db.apiKey.count({ where: { id, revokedAt: null } })) > 0;
}

/** One of them; null for an id that is none. Throws `forbidden` for everybody but an owner. */
export async function readApiKey(scope: Scope, id: string): Promise<ApiKeyRow | null> {
  return (await listApiKeys(scope)).find((key) => key.id === id) ?? null;
}
