import { useState } from "react";
import type { FormReply } from "~/browser/form-reply";

/**
 * The key of a form that stays on its page: it changes with what is stored, so that a saved form is filled again. While
 * the form shows an answer the key stays, and with it what is being typed.
 */
export function useStoredKey(stored: string, lastResult: FormReply | undefined): string {
  const [key, setKey] = useState(stored);
  if (!lastResult && key !== stored) setKey(stored);
  return key;
}
