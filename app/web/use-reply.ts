import { useActionData, useLocation } from "@remix-run/react";
import { useContext, useState } from "react";
import { useHydrated } from "~/components/ui/use-hydrated";
import { draftOf, type Values } from "./drafts";
import type { FormReply } from "./submit.server";
import { AuthContext } from "./use-auth";

/** What a form begins with: the answer to its last submission, or what its writer could not save before. */
export function useReply(): FormReply | undefined {
  const answer = useActionData() as FormReply | undefined;
  const draft = useDraft();
  const [restored] = useState(() => draft && { initialValue: draft, restored: true as const });
  return answer ?? (draft && restored ? restored : undefined);
}

/** What was typed here before and could not be saved, as it was when the form appeared; null once it is answered. */
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
