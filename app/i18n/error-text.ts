import type { TFunction } from "i18next";

/** Returns the text of an error: a key, or a key with parameters such as `too_long|{"max":100}`. */
export function errorText(t: TFunction, error: string): string {
  const key = errorKey(error);
  return t(key, { ...errorParameters(error), defaultValue: key });
}

/** Returns the key of an error. */
export const errorKey = (error: string): string => error.split("|", 1)[0]!;

/** Returns the parameters of an error. */
export function errorParameters(error: string): Record<string, unknown> {
  const bar = error.indexOf("|");
  if (bar < 0) return {};
  try {
    const parsed: unknown = JSON.parse(error.slice(bar + 1));
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
