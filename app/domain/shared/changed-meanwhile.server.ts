import { createHash } from "node:crypto";
import { DomainError } from "./errors";
import type { Money } from "./money";

/** What a form can change of a record, by the names of its fields. Nothing to show is null. */
export type FormValues = Readonly<Record<string, string | number | Money | null>>;

/** Somebody has saved since the form was filled. `changed` is what is stored now in the fields it would set back. */
export class ChangedMeanwhile extends DomainError {
  constructor(
    readonly changed: FormValues,
    /** Fingerprint of all that is stored now: with it the same form is saved. */
    readonly seen: string,
  ) {
    super("changed_meanwhile");
  }
}

/** 48 bits: they guard against oversight, and nobody gains anything by making two values agree. */
const MARK_LENGTH = 8;

function mark(field: string, value: FormValues[string] | undefined): string {
  const text = JSON.stringify([field, value]);
  return createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);
}

/** What a form carries along, to be handed back as `seen`: a mark of every value, so that it can be told which changed. */
export function fingerprint(values: FormValues): string {
  return Object.entries(values)
    .map(([field, value]) => mark(field, value))
    .join(".");
}

/**
 * The stored values that saving `wanted` would set back without their having been seen; null for none. What changed
 * meanwhile and is to be saved just so does not count: a form that is sent twice is still only saved once. Whoever has
 * seen nothing (no `seen`) is not asked. Call it with the row locked.
 */
export function unseenChanges(
  seen: string | undefined,
  stored: FormValues,
  wanted: FormValues,
): FormValues | null {
  if (seen === undefined) return null;
  const marks = new Set(seen.split("."));
  const changed = Object.entries(stored).filter(([field, value]) => {
    const now = mark(field, value);
    return !marks.has(now) && now !== mark(field, wanted[field]);
  });
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Throws `changed_meanwhile` ({@link ChangedMeanwhile}) if there are {@link unseenChanges}. */
export function refuseUnseenChanges(seen: string | undefined, stored: FormValues, wanted: FormValues): void {
  const changed = unseenChanges(seen, stored, wanted);
  if (changed) throw new ChangedMeanwhile(changed, fingerprint(stored));
}
