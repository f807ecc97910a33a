import type { LinkProps } from "@remix-run/react";
import { forwardRef, type ButtonHTMLAttributes } from "react";
import { Link } from "./link";

export type ButtonLook = {
  variant?: "primary" | "secondary" | "ghost" | "danger";
  size?: "sm" | "md" | "lg" | "icon" | "icon-sm";
};

/** Returns the classes of a button's look (app/styles/button.css); `className` overrides them. */
export function buttonClass({
  variant = "primary",
  size = "md",
  className,
}: ButtonLook & { className?: string } = {}): string {
  return `button button-${variant} button-${size}${className ? ` ${className}` : ""}`;
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook;

/** For an action on this page. To send a form use SubmitButton, to open a page ButtonLink. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, className, type = "button", ...props },
  ref,
) {
  return <button ref={ref} type={type} className={buttonClass({ variant, size, className })} {...props} />;
});

export type ButtonLinkProps = LinkProps & ButtonLook;

/** A link that looks like a button: for opening a page or a dialog route. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant, size, className, prefetch = "intent", ...props },
  ref,
) {
  return <Link ref={ref} prefetch={prefetch} className={buttonClass({ variant, size, className })} {...props} />;
});
