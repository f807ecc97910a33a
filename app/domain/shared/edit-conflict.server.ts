import { createHash } from "node:crypto";
import { DomainError } from "./errors";
import type { Money } from "./money";

/** Values of a record that a form can change, by field. An empty value is null. */
export type FormValues = Readonly<Record<string, string | number | Money | null>>;

/**
 * An edit conflict: another user has saved since the form was shown. `changed` holds the stored values that the form
 * would overwrite.
 */
export class EditConflict extends DomainError {
  constructor(
    readonly changed: FormValues,
    /** Hash of the stored values. Submitting the form with it saves. */
    readonly version: string,
  ) {
    super("changed_meanwhile");
  }
}

/** 48 bits, enough to detect mistakes. A forged hash collision gives an attacker nothing. */
const MARK_LENGTH = 8;

function hashField(field: string, value: FormValues[string] | undefined): string {
  const text = JSON.stringify([field, value]);
  return createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);
}

/**
 * Returns the `version` that a form contains and sends back: a hash of every value shown, so that changed fields can be
 * named.
 */
export function fingerprint(values: FormValues): string {
  return Object.entries(values)
    .map(([field, value]) => hashField(field, value))
    .join(".");
}

/**
 * Returns the stored values that another user has saved since `version` was shown and that saving `wanted` would
 * overwrite; null for none. A stored value equal to the submitted one is no conflict, so submitting a form twice
 * succeeds. Without a `version` nothing is compared. The caller has locked the row.
 */
export function findConflicts(version: string | undefined, stored: FormValues, wanted: FormValues): FormValues | null {
  if (version === undefined) return null;
  const marks = new Set(version.split("."));
  const changed = Object.entries(stored).filter(([field, value]) => {
    const now = hashField(field, value);
    return !marks.has(now) && now !== hashField(field, wanted[field]);
  });
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Throws `changed_meanwhile` ({@link EditConflict}) if there is an edit conflict; see {@link findConflicts}. */
export function rejectConflicts(version: string | undefined, stored: FormValues, wanted: FormValues): void {
  const changed = findConflicts(version, stored, wanted);
  if (changed) throw new EditConflict(changed, fingerprint(stored));
}
