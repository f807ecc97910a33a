import { listApiKeys, type ApiKeyRow } from "~/domain/api-keys/list-api-keys.server";
import { formatDay, formatTime, todayIn } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import type { Language } from "~/i18n/languages";

/** An API key, its times as text, because browsers would format them differently. */
export interface ShownKey extends Pick<
  ApiKeyRow,
  "id" | "name" | "access" | "readsDocuments" | "tail" | "isExpired" | "createdBy"
> {
  created: string;
  lastUsed: string | null;
  expires: string | null;
}

/** Returns the keys, for users who may see them. */
export async function readKeys(scope: Scope, language: Language): Promise<ShownKey[]> {
  const { timeZone } = await scope.organization();
  const day = (moment: Date) => formatDay(todayIn(timeZone, moment), language);
  return (await listApiKeys(scope)).map(({ createdAt, lastUsedAt, expiresAt, ...key }) => ({
    ...key,
    created: day(createdAt),
    lastUsed: lastUsedAt && `${day(lastUsedAt)}, ${formatTime(lastUsedAt, timeZone)}`,
    expires: expiresAt && day(expiresAt),
  }));
}
