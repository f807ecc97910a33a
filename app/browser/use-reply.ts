import { useActionData, useLocation } from "@remix-run/react";
import { useContext, useState } from "react";
import { useHydrated } from "./use-hydrated";
import { draftOf, type Values } from "./drafts";
import type { FormReply } from "~/browser/form-reply";
import { AuthContext } from "./use-auth";

/** The state a form starts with: the answer to its last submission, or its draft. */
export function useReply(): FormReply | undefined {
  const answer = useActionData() as FormReply | undefined;
  const draft = useDraft();
  const [restored] = useState(() => draft && { initialValue: draft, restored: true as const });
  return answer ?? (draft && restored ? restored : undefined);
}

/** The draft of this form at the time the form appeared. Null after an answer. */
export function useDraft(): Values | null {
  const answered = useActionData() !== undefined;
  const hydrated = useHydrated();
  const user = useContext(AuthContext)?.user.id;
  const { pathname } = useLocation();
  const stored = () => (hydrated && user ? draftOf(pathname, user) : null);
  const [draft] = useState(stored);
  // Saved in the meantime, it is no longer what the form shows.
  return draft && !answered && stored() ? draft : null;
}
