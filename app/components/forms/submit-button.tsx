import { useActionData, useNavigation, type Fetcher } from "@remix-run/react";
import { useRef, type MouseEvent, type ReactNode, useEffect, useState, type RefObject } from "react";
import { Button, type ButtonProps } from "~/components/ui/button";
import { Spinner } from "~/components/ui/spinner";

/** Long enough to swallow a double click before the router reports the submission. */
const doubleClickMs = 300;

/**
 * Returns whether the last form sent on this page was sent by this button and has no response yet. `answer` is the last
 * response of the action. `justSent` is true for a moment after it was sent, also if validation has stopped it.
 */
function useOwnSubmission(ref: RefObject<HTMLButtonElement>, answer: unknown) {
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

export type SubmitButtonProps = Omit<ButtonProps, "type" | "disabled" | "children"> & {
  /** The verb: "Create deal". */
  children: ReactNode;
  /** Text while sending: "Creating…"; the verb stays if left out. */
  pendingLabel?: ReactNode;
  /** The fetcher that sends the form, if not a navigation. */
  fetcher?: Pick<Fetcher, "state">;
};

/**
 * Sends the surrounding form once: until its own submission has a response it shows progress and ignores further
 * clicks. It stays focusable, so that the focus does not leave a dialog.
 */
export function SubmitButton({ children, pendingLabel, fetcher, onClick, ...props }: SubmitButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const navigation = useNavigation();
  const answer = useActionData();
  const { mine, justSent } = useOwnSubmission(ref, fetcher ? undefined : answer);
  const pending = mine && (fetcher ?? navigation).state !== "idle";
  return (
    <Button
      ref={ref}
      type="submit"
      aria-disabled={pending || justSent || undefined}
      aria-busy={pending || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (pending || justSent) event.preventDefault();
        else onClick?.(event);
      }}
      {...props}
    >
      {pending && <Spinner />}
      {pending ? (pendingLabel ?? children) : children}
    </Button>
  );
}
