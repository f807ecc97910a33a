import type { LinkProps } from "@remix-run/react";
import { forwardRef, type ButtonHTMLAttributes } from "react";
import { Link } from "./link";

export type ButtonLook = {
  variant?: "primary" | "secondary" | "ghost" | "danger";
  size?: "sm" | "md" | "lg" | "icon" | "icon-sm";
};

/** The classes of a button's look, which app/styles/button.css describes; `className` has the last word. */
export function buttonClass({
  variant = "primary",
  size = "md",
  className,
}: ButtonLook & { className?: string } = {}): string {
  return `button button-${variant} button-${size}${className ? ` ${className}` : ""}`;
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook;

/** For an action on this page. To send a form use SubmitButton, to go somewhere ButtonLink. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, className, type = "button", ...props },
  ref,
) {
  return <button ref={ref} type={type} className={buttonClass({ variant, size, className })} {...props} />;
});

export type ButtonLinkProps = LinkProps & ButtonLook;

/** A link that looks like a button: for going to a page or opening a dialog route. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant, size, className, prefetch = "intent", ...props },
  ref,
) {
  return <Link ref={ref} prefetch={prefetch} className={buttonClass({ variant, size, className })} {...props} />;
});
