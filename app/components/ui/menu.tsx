import type { LinkProps } from "@remix-run/react";
import { useRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from "react";
import { buttonClass, type ButtonLook } from "./button";
import { cn } from "./cn";
import { Link } from "./link";
import { useMenu } from "./use-menu";

export type MenuProps = {
  /** Content of the trigger. */
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
 * A dropdown on details/summary, so it opens without JavaScript. With JavaScript it closes on Escape, on a click
 * elsewhere and on a choice, supports the arrow keys and never leaves the screen. It is not a popover, which would open
 * in the middle of the window where anchor positioning is missing.
 */
export function Menu({ trigger, label, variant = "ghost", size, align = "end", className, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const onKeyDown = useMenu(ref, align);
  return (
    <details ref={ref} onKeyDown={onKeyDown} data-print="hide" className={cn("menu", className)}>
      <summary className={buttonClass({ variant, size })}>
        {trigger}
        {label && <span className="sr-only">{label}</span>}
      </summary>
      <div data-menu-panel={align}>{children}</div>
    </details>
  );
}

const entryClass = (danger?: boolean) => (danger ? "menu-entry menu-entry-danger" : "menu-entry");

export type MenuLinkProps = LinkProps & { danger?: boolean };

/** An entry that leads to a page, often to a dialog route. */
export function MenuLink({ danger, className, prefetch = "intent", ...props }: MenuLinkProps) {
  return <Link prefetch={prefetch} className={cn(entryClass(danger), className)} {...props} />;
}

/** An entry that opens the email program with a new email to an address. */
export function MenuMail({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a href={`mailto:${address}`} title={address} className={entryClass()}>
      {children}
    </a>
  );
}

/** An entry that downloads a file. The page stays, so the entry closes the menu itself. */
export function MenuDownload({ href, children }: { href: string; children: ReactNode }) {
  const close = (event: MouseEvent<HTMLElement>) => {
    const menu = event.currentTarget.closest("details");
    if (menu) menu.open = false;
  };
  return (
    <a href={href} download className={entryClass()} onClick={close}>
      {children}
    </a>
  );
}

export type MenuButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { danger?: boolean };

/** An entry that runs an action: wrap it in its own form. */
export function MenuButton({ danger, className, type = "submit", ...props }: MenuButtonProps) {
  return <button type={type} className={cn(entryClass(danger), className)} {...props} />;
}

/** A line between groups of entries. */
export function MenuSeparator() {
  return <hr className="-mx-1 my-1" />;
}

/** Text within a menu that cannot be chosen. */
export function MenuText({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-muted">{children}</div>;
}
