import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

/** Long enough to swallow a double click before the router reports the submission. */
const doubleClickMs = 300;

/** Whether the last form sent on this page was the button's own, by this button. */
export function useOwnSubmission(ref: RefObject<HTMLButtonElement>) {
  const [mine, setMine] = useState(false);
  const sentAt = useRef(-doubleClickMs);

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const button = ref.current;
      const own = event.target === button?.form && (!event.submitter || event.submitter === button);
      if (own) sentAt.current = performance.now();
      setMine(own);
      // Whoever types again was held back by the checks of the form and may send it at once.
      const unlock = () => (sentAt.current = -doubleClickMs);
      if (own) button?.form?.addEventListener("input", unlock, { once: true });
    };
    document.addEventListener("submit", onSubmit, true);
    return () => document.removeEventListener("submit", onSubmit, true);
  }, [ref]);

  const justSent = useCallback(() => performance.now() - sentAt.current < doubleClickMs, []);
  return { mine, justSent };
}
