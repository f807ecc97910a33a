import { useEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { cn } from "./cn";
import { focusInto } from "./dialog-focus";
import { inertOthers } from "./inert-others";
import { focusNear, focusPositionOf } from "./kept-focus";
import { useEscape } from "./use-escape";

export type ModalProps = {
  /** Names it for screen readers. */
  label: string;
  onClose: () => void;
  /** "alert" asks before something is lost; `describedBy` is the id of its text. */
  kind?: "dialog" | "alert";
  describedBy?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A panel above everything, for content that needs JavaScript and has no address; everything else is a RouteDialog. It
 * holds the focus, closes on Escape and on a click beside it, and returns the focus.
 */
export function Modal({ label, onClose, kind = "dialog", describedBy, className, children }: ModalProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => focusPositionOf(document.activeElement));

  useEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    const release = inertOthers(dialog);
    if (!dialog.contains(document.activeElement)) focusInto(dialog);
    return () => {
      release();
      // A dialog that has closed with it has already returned the focus.
      if (document.activeElement === document.body) focusNear(opener);
    };
  }, [opener]);

  useEscape(panel, onClose);

  return createPortal(
    <div
      data-route-dialog
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-0 z-60 animate-fade overflow-y-auto bg-overlay p-2 md:p-8"
    >
      <div
        ref={panel}
        role={kind === "alert" ? "alertdialog" : "dialog"}
        aria-modal
        aria-label={label}
        aria-describedby={describedBy}
        tabIndex={-1}
        data-quiet-focus
        className={cn(
          "mx-auto w-full animate-rise overflow-hidden rounded-xl border bg-surface text-ink shadow-float",
          className,
        )}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}
