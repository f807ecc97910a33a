import { useActionData, useLocation } from "@remix-run/react";
import { useContext, useState } from "react";
import { useHydrated } from "./use-hydrated";
import { draftOf, type Values } from "./drafts";
import type { FormReply } from "~/browser/form-reply";
import { AuthContext } from "./use-auth";

/** Returns the initial state of a form: the result of its last submission, or its draft. */
export function useReply(): FormReply | undefined {
  const answer = useActionData() as FormReply | undefined;
  const draft = useDraft();
  const [restored] = useState(() => draft && { initialValue: draft, restored: true as const });
  return answer ?? (draft && restored ? restored : undefined);
}

/** Returns the draft of this form at the time the form appeared. Null after a submission. */
export function useDraft(): Values | null {
  const answered = useActionData() !== undefined;
  const hydrated = useHydrated();
  const user = useContext(AuthContext)?.user.id;
  const { pathname } = useLocation();
  const stored = () => (hydrated && user ? draftOf(pathname, user) : null);
  const [draft] = useState(stored);
  // A draft that was saved in the meantime is no longer what the form shows.
  return draft && !answered && stored() ? draft : null;
}
