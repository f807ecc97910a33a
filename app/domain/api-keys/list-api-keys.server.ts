import type { ApiAccess, Scope } from "../shared/scope";
import { readPeople } from "../identity/read-people.server";
import { compareNames } from "../shared/order";
import { requireOwner, requireStaff } from "../shared/permissions";

/** A key as people see it, without its text. */
export interface ApiKeyRow {
  id: string;
  name: string;
  access: ApiAccess;
  /** Whether it reads the files of credit notes. */
  readsDocuments: boolean;
  /** The last four characters of the key. */
  tail: string;
  /** Name of the creator; null if they have left. */
  createdBy: string | null;
  createdAt: Date;
  /** Null if the key does not expire. */
  expiresAt: Date | null;
  isExpired: boolean;
  /** Accurate to a minute; null if the key was never used. */
  lastUsedAt: Date | null;
}

/**
 * Lists the keys that are not revoked, by name.
 * Throws `forbidden` for all but owners.
 */
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
    readsDocuments: key.readsDocuments,
    tail: key.tail,
    createdBy: (key.createdBy && people.get(key.createdBy)?.name) ?? null,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
    isExpired: key.expiresAt !== null && key.expiresAt <= scope.now,
  }));
}

/**
 * Returns whether an id is a key that is not revoked. All staff may call it, so that members who are not owners get an
 * explanation instead of "not found".
 * Throws `forbidden`.
 */
export async function hasApiKey(scope: Scope, id: string): Promise<boolean> {
  requireStaff(scope);
  return (await scope.db.apiKey.count({ where: { id, revokedAt: null } })) > 0;
}

/**
 * Reads one key; null if not found.
 * Throws `forbidden` for all but owners.
 */
export async function readApiKey(scope: Scope, id: string): Promise<ApiKeyRow | null> {
  return (await listApiKeys(scope)).find((key) => key.id === id) ?? null;
}
