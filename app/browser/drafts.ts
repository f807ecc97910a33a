import type { SubmissionResult } from "@conform-to/react";

// Drafts are values of a form that could not be saved because the session had ended or the server did not respond. They
// stay in this tab, belong to the user who entered them, and are removed when saved or discarded. Passwords are never
// stored.

export type Values = NonNullable<SubmissionResult["initialValue"]>;

interface Draft {
  user: string;
  values: Values;
}

const PREFIX = "draft ";

let writer: string | null = null;

/** Sets the owner of new drafts. The id outlives the session, which can end unnoticed. */
export function setWriter(user: string): void {
  writer = user;
}

/** Stores the values of the form at `path`, if its owner is known. */
export function storeDraft(path: string, values: Values): void {
  if (!writer) return;
  const draft: Draft = { user: writer, values: withoutPasswords(values) };
  attempt((storage) => storage.setItem(PREFIX + path, JSON.stringify(draft)));
}

/** Returns this user's draft of the form at `path`. A draft of another user is removed. */
export function draftOf(path: string, user: string): Values | null {
  const draft = readDraft(path);
  if (!draft) return null;
  if (draft.user === user) return draft.values;
  clearDraft(path);
  return null;
}

export function clearDraft(path: string): void {
  attempt((storage) => storage.removeItem(PREFIX + path));
}

export function clearDrafts(): void {
  attempt((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

function readDraft(path: string): Draft | null {
  const text = attempt((storage) => storage.getItem(PREFIX + path));
  try {
    const draft = JSON.parse(text ?? "null") as Partial<Draft> | null;
    const complete = typeof draft?.user === "string" && typeof draft.values === "object" && draft.values;
    return complete ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

function withoutPasswords(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)));
}

/** Storage can be forbidden or full. Then the form works without drafts. */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}
