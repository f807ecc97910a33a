import { useState } from "react";
import type { FormReply } from "~/browser/form-reply";

/**
 * Returns the key of a form that stays on its page. The key changes with the stored data, so that a saved form is
 * filled again. While the form shows a result, the key stays, and with it the user's input.
 */
export function useStoredKey(stored: string, lastResult: FormReply | undefined): string {
  const [key, setKey] = useState(stored);
  if (!lastResult && key !== stored) setKey(stored);
  return key;
}
