import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type ButtonHTMLAttributes, type HTMLAttributes } from "react";
import { Button, type ButtonLook } from "./button";
import { cn } from "./cn";
import { inertOthers } from "./inert-others";

// React 18 passes these attributes on but does not know their names.
const popover = { popover: "auto" };
const opens = (sheet: string) => ({ popovertarget: sheet });

export type SheetProps = HTMLAttributes<HTMLElement> & { id: string; as?: "aside" | "div" };

/**
 * A panel that slides in from the left, opened by a SheetTrigger. Built on popover, so it opens and closes without
 * JavaScript; with it, the page behind is inert and the sheet closes when the page changes.
 */
export function Sheet({ as: Root = "div", className, children, ...props }: SheetProps) {
  const ref = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const close = () => {
    if (ref.current?.matches(":popover-open")) ref.current.hidePopover();
  };
  useEffect(close, [location]);
  useEffect(() => {
    const sheet = ref.current;
    if (!sheet) return;
    let release = () => {};
    const follow = () => {
      release();
      release = sheet.matches(":popover-open") ? inertOthers(sheet) : () => {};
    };
    const wide = window.matchMedia("(width >= 48rem)");
    sheet.addEventListener("toggle", follow);
    wide.addEventListener("change", close);
    return () => {
      release();
      sheet.removeEventListener("toggle", follow);
      wide.removeEventListener("change", close);
    };
  }, []);
  return (
    <Root
      ref={ref}
      {...popover}
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

/** Opens or, inside the sheet, closes it. */
export function SheetTrigger({ sheet, variant = "ghost", size = "icon", ...props }: SheetTriggerProps) {
  return <Button variant={variant} size={size} {...opens(sheet)} {...props} />;
}
