import { Link, type LinkProps } from "@remix-run/react";
import { useRef, type ButtonHTMLAttributes, type ReactNode } from "react";
import { buttonClass, type ButtonLook } from "./button";
import { cn } from "./cn";
import { useMenu } from "./use-menu";

export type MenuProps = {
  /** What the trigger shows. */
  trigger: ReactNode;
  /** Names the trigger when it shows only an icon. */
  label?: string;
  /** Look of the trigger. */
  variant?: ButtonLook["variant"];
  size?: ButtonLook["size"];
  align?: "start" | "end";
  className?: string;
  /** MenuLink, MenuButton, MenuSeparator, MenuText or whole forms. */
  children: ReactNode;
};

/**
 * A dropdown on details/summary: opens without JavaScript. With it, it closes on Escape, on a click elsewhere and on
 * a choice, walks with the arrow keys and never leaves the screen.
 */
export function Menu({
  trigger,
  label,
  variant = "ghost",
  size,
  align = "end",
  className,
  children,
}: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const onKeyDown = useMenu(ref, align);
  return (
    <details
      ref={ref}
      onKeyDown={onKeyDown}
      data-print="hide"
      className={cn("group/menu relative", className)}
    >
      <summary className={cn(buttonClass({ variant, size }), "list-none")}>
        {trigger}
        {label && <span className="sr-only">{label}</span>}
      </summary>
      <div
        data-menu-panel
        className={cn(
          "absolute top-full z-30 mt-1 w-max max-w-[min(20rem,calc(100vw-2rem))] min-w-48 rounded-lg border bg-surface p-1 text-left shadow-float",
          "max-h-[80dvh] animate-fade overflow-y-auto font-normal whitespace-normal text-ink",
          align === "end" ? "right-0" : "left-0",
        )}
      >
        {children}
      </div>
    </details>
  );
}

const entryClass = (danger?: boolean) =>
  cn(
    "flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 text-left -outline-offset-2 md:min-h-10",
    "transition-colors duration-150 [&_svg]:size-4 [&_svg]:shrink-0",
    danger
      ? "text-danger hover:bg-danger-soft focus-visible:bg-danger-soft"
      : "hover:bg-sunken focus-visible:bg-sunken [&_svg]:text-faint",
  );

export type MenuLinkProps = LinkProps & { danger?: boolean };

/** An entry that leads somewhere, often to a dialog route. */
export function MenuLink({ danger, className, prefetch = "intent", ...props }: MenuLinkProps) {
  return <Link prefetch={prefetch} className={cn(entryClass(danger), className)} {...props} />;
}

export type MenuButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { danger?: boolean };

/** An entry that does something: wrap it in a form of its own. */
export function MenuButton({ danger, className, type = "submit", ...props }: MenuButtonProps) {
  return <button type={type} className={cn(entryClass(danger), className)} {...props} />;
}

/** A line between groups of entries. */
export function MenuSeparator() {
  return <hr className="-mx-1 my-1" />;
}

/** Words within a menu that cannot be chosen. */
export function MenuText({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-muted">{children}</div>;
}
