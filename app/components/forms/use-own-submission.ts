import { useEffect, useState, type RefObject } from "react";

/** Long enough to swallow a double click before the router reports the submission. */
const doubleClickMs = 300;

/**
 * Returns whether the last form sent on this page was sent by this button and has no response yet. `answer` is the last
 * response of the action. `justSent` is true for a moment after it was sent, also if validation has stopped it.
 */
export function useOwnSubmission(ref: RefObject<HTMLButtonElement>, answer: unknown) {
  const [mine, setMine] = useState(false);
  const [justSent, setJustSent] = useState(false);
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    // The page may still reload its data, but the form can be sent again.
    setLastAnswer(answer);
    setMine(false);
  }

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unlock = () => setJustSent(false);
    const onSubmit = (event: SubmitEvent) => {
      const button = ref.current;
      const own = event.target === button?.form && (!event.submitter || event.submitter === button);
      setMine(own);
      if (!own) return;
      setJustSent(true);
      clearTimeout(timer);
      timer = setTimeout(unlock, doubleClickMs);
      // New input means that the form's validation had stopped the submission, so the next one may follow immediately.
      button?.form?.addEventListener("input", unlock, { once: true });
    };
    document.addEventListener("submit", onSubmit, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("submit", onSubmit, true);
    };
  }, [ref]);

  return { mine, justSent };
}
