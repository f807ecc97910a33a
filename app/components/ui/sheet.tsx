import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState, type ButtonHTMLAttributes, type HTMLAttributes } from "react";
import { Button, type ButtonLook } from "./button";
import { cn } from "./cn";
import { focusInto } from "./dialog-focus";
import { inertOthers } from "./inert-others";
import { focusNear, focusPositionOf, type FocusPosition } from "./kept-focus";

// React 18 passes these attributes on but does not know their names.
const popover = { popover: "auto" };
const opens = (sheet: string) => ({ popovertarget: sheet });

export type SheetProps = HTMLAttributes<HTMLElement> & {
  id: string;
  /** Names it for screen readers. */
  label: string;
  /** "aside" is a part of the page in wide windows, and a dialog only while it is open as a sheet. */
  as?: "aside" | "div";
};

/**
 * A panel that slides in from the left, opened by a SheetTrigger. It is a popover, so it opens and closes without
 * JavaScript, takes the focus and returns it. With JavaScript the page behind is inert, and the sheet closes when the
 * page changes.
 */
export function Sheet({ as: Root = "div", label, className, children, ...props }: SheetProps) {
  const ref = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const at = useRef(location);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    if (ref.current?.matches(":popover-open")) ref.current.hidePopover();
  };
  useEffect(() => {
    // Not during hydration: a sheet opened before stays open.
    if (at.current !== location) close();
    at.current = location;
  }, [location]);
  useEffect(() => {
    const sheet = ref.current;
    if (!sheet) return;
    let release = () => {};
    let opener: FocusPosition | null = null;
    const prepare = (event: Event) => {
      if ((event as ToggleEvent).newState === "open") opener = focusPositionOf(document.activeElement);
      // The browser returns the focus while it closes, but cannot focus an inert element.
      else release();
    };
    const follow = () => {
      release();
      const open = sheet.matches(":popover-open");
      setOpen(open);
      release = open ? inertOthers(sheet) : () => {};
      const { activeElement } = document;
      if (open && !sheet.contains(activeElement)) focusInto(sheet);
      if (!open && !(activeElement !== document.body && activeElement?.checkVisibility())) focusNear(opener);
    };
    if (sheet.matches(":popover-open")) follow();
    const wide = window.matchMedia("(width >= 48rem)");
    sheet.addEventListener("beforetoggle", prepare);
    sheet.addEventListener("toggle", follow);
    wide.addEventListener("change", close);
    return () => {
      release();
      sheet.removeEventListener("beforetoggle", prepare);
      sheet.removeEventListener("toggle", follow);
      wide.removeEventListener("change", close);
    };
  }, []);
  return (
    <Root
      ref={ref}
      {...popover}
      role={isOpen || Root === "div" ? "dialog" : undefined}
      aria-modal={isOpen || undefined}
      aria-label={label}
      className={cn(
        "text-ink max-md:fixed max-md:inset-y-0 max-md:right-auto max-md:left-0 max-md:m-0 max-md:h-dvh max-md:max-h-none",
        "max-md:w-72 max-md:max-w-[85vw] max-md:border-r max-md:bg-surface max-md:shadow-float",
        "max-md:transition-[translate,display,overlay] max-md:transition-discrete max-md:duration-200 max-md:ease-out",
        "max-md:-translate-x-full max-md:open:translate-x-0 max-md:starting:open:-translate-x-full",
        "backdrop:bg-overlay backdrop:transition-opacity backdrop:duration-200",
        className,
      )}
      {...props}
    >
      {children}
    </Root>
  );
}

export type SheetTriggerProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook & { sheet: string };

/** Opens or, inside the sheet, closes it. With `autoFocus` it takes the focus when the sheet opens. */
export function SheetTrigger({ sheet, variant = "ghost", size = "icon", ...props }: SheetTriggerProps) {
  // The browser needs the attribute, which React writes on the server only.
  const marked = props.autoFocus || undefined;
  return <Button variant={variant} size={size} data-autofocus={marked} {...opens(sheet)} {...props} />;
}
