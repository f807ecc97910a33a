import { createHash } from "node:crypto";
import { DomainError } from "./errors";
import type { Money } from "./money";

/** The values of a record that a form can change, by field. An empty value is null. */
export type FormValues = Readonly<Record<string, string | number | Money | null>>;

/**
 * Somebody else has saved since the form was shown. `changed` holds the stored values that the form would overwrite.
 */
export class ChangedMeanwhile extends DomainError {
  constructor(
    readonly changed: FormValues,
    /** Fingerprint of the values stored now. When the form is sent again with it, it is saved. */
    readonly version: string,
  ) {
    super("changed_meanwhile");
  }
}

/** 48 bits. They protect from mistakes; nobody gains anything from two values with the same mark. */
const MARK_LENGTH = 8;

function mark(field: string, value: FormValues[string] | undefined): string {
  const text = JSON.stringify([field, value]);
  return createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);
}

/**
 * The `version` a form carries along and sends back: a mark of every value it shows, so that it can be said which
 * changed.
 */
export function fingerprint(values: FormValues): string {
  return Object.entries(values)
    .map(([field, value]) => mark(field, value))
    .join(".");
}

/**
 * The stored values that somebody else has saved since `version` was shown and that saving `wanted` would overwrite;
 * null for none. A value that is stored already just as it is wanted does not count: a form that is sent twice is saved
 * once.
 * Without a `version` nothing is compared. Call it with the row locked.
 */
export function changesMeanwhile(
  version: string | undefined,
  stored: FormValues,
  wanted: FormValues,
): FormValues | null {
  if (version === undefined) return null;
  const marks = new Set(version.split("."));
  const changed = Object.entries(stored).filter(([field, value]) => {
    const now = mark(field, value);
    return !marks.has(now) && now !== mark(field, wanted[field]);
  });
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Throws `changed_meanwhile` ({@link ChangedMeanwhile}) if there are {@link changesMeanwhile}. */
export function refuseChangesMeanwhile(version: string | undefined, stored: FormValues, wanted: FormValues): void {
  const changed = changesMeanwhile(version, stored, wanted);
  if (changed) throw new ChangedMeanwhile(changed, fingerprint(stored));
}
