import * as Primitive from "@radix-ui/react-popover";
import { useRef, type ReactNode, type RefObject } from "react";
import { useBeforePaint } from "~/browser/use-before-paint";

export type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it: the panel hangs below it, and the focus returns to it. */
  trigger: RefObject<HTMLElement>;
  /** Names the panel. */
  label: string;
  children: ReactNode;
};

/**
 * A panel that floats beside a button and never leaves the window. It stays in its place in the document, so that
 * within a dialog it is part of it: Escape closes the panel first.
 */
export function Popover({ open, onOpenChange, trigger, label, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  // On a busy machine `onCloseAutoFocus` comes after keepFocus() has moved the focus elsewhere.
  useBeforePaint(() => {
    if (!open && panel.current?.contains(document.activeElement)) trigger.current?.focus();
  }, [open, trigger]);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Anchor virtualRef={trigger as RefObject<HTMLElement>} />
      <Primitive.Content
        ref={panel}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
        onInteractOutside={(event) => {
          // The button itself closes what it has opened.
          if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // If the user has focused another element, the focus stays there.
          const { activeElement } = document;
          if (!activeElement || activeElement === document.body) trigger.current?.focus();
        }}
        data-quiet-focus
        className="z-30 animate-fade rounded-lg border bg-surface p-2 text-ink shadow-float"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}
