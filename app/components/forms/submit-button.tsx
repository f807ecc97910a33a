import { useActionData, useNavigation, type Fetcher } from "@remix-run/react";
import { useRef, type MouseEvent, type ReactNode } from "react";
import { Button, type ButtonProps } from "~/components/ui/button";
import { Spinner } from "~/components/ui/spinner";
import { useOwnSubmission } from "./use-own-submission";

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
