import type { SubmissionResult } from "@conform-to/react";

// What was typed into a form that could not be saved: the session had ended, or nothing answered. It stays in this tab,
// belongs to the one who typed it, and is gone once it is saved or thrown away. Passwords are never kept.

export type Values = NonNullable<SubmissionResult["initialValue"]>;

interface Draft {
  user: string;
  values: Values;
}

const PREFIX = "draft ";

let writer: string | null = null;

/** Tells whose drafts are kept from now on; the id outlives the session, which may end unnoticed. */
export function setWriter(user: string): void {
  writer = user;
}

/** Keeps what was typed into the form at `path`, if it is known who typed it. */
export function keepDraft(path: string, values: Values): void {
  if (!writer) return;
  const draft: Draft = { user: writer, values: withoutPasswords(values) };
  attempt((storage) => storage.setItem(PREFIX + path, JSON.stringify(draft)));
}

/** What this person typed into the form at `path`; a draft of somebody else is thrown away. */
export function draftOf(path: string, user: string): Values | null {
  const draft = readDraft(path);
  if (!draft) return null;
  if (draft.user === user) return draft.values;
  forgetDraft(path);
  return null;
}

export function forgetDraft(path: string): void {
  attempt((storage) => storage.removeItem(PREFIX + path));
}

export function forgetDrafts(): void {
  attempt((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

function readDraft(path: string): Draft | null {
  const text = attempt((storage) => storage.getItem(PREFIX + path));
  if (!text) return null;
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    const complete = typeof draft?.user === "string" && typeof draft.values === "object" && draft.values;
    return complete ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

function withoutPasswords(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)));
}

/** Browsers may forbid the storage, and it may be full: then the form works as it would without. */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage);
  } catch {
    return null;
  }
}
