import { Link, type LinkProps } from "@remix-run/react";
import { cva, type VariantProps } from "class-variance-authority";
import { forwardRef, type ButtonHTMLAttributes } from "react";
import { cn } from "./cn";

/**
 * Edges are drawn as inset rings and the small sizes shrink by a transparent border, so that every button
 * keeps a target of 40 px (44 px on phones) whatever it looks like.
 */
export const buttonClass = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-2 bg-clip-padding font-medium whitespace-nowrap",
    "transition-[background-color,color,box-shadow] duration-150 ease-out select-none",
    "disabled:opacity-55 aria-disabled:cursor-default aria-disabled:opacity-65",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    // The colours of the edges are gone in a contrast theme.
    "forced-colors:border forced-colors:border-[ButtonText]",
    // Large text on a phone: rather two lines than out of sight.
    "max-md:shrink max-md:py-1 max-md:whitespace-normal",
  ],
  {
    variants: {
      variant: {
        primary: "bg-accent text-accent-ink hover:bg-accent-hover",
        secondary: "bg-surface text-ink inset-ring inset-ring-control/60 hover:bg-sunken",
        ghost: "text-muted hover:bg-sunken hover:text-ink forced-colors:border-[Canvas]",
        danger: "bg-danger text-danger-ink hover:bg-danger-hover",
      },
      size: {
        md: "min-h-11 rounded-md px-4 text-sm md:min-h-10",
        lg: "min-h-12 rounded-lg px-6 text-base",
        sm: "min-h-11 rounded-[10px] border-4 border-transparent px-2 text-sm -outline-offset-2 md:min-h-10",
        icon: "size-11 rounded-md md:size-10",
        "icon-sm": "size-11 rounded-[10px] border-4 border-transparent -outline-offset-2 md:size-10",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

export type ButtonLook = VariantProps<typeof buttonClass>;
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook;

/** For an action on this page. To send a form use SubmitButton, to go somewhere ButtonLink. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, className, type = "button", ...props },
  ref,
) {
  return (
    <button ref={ref} type={type} className={cn(buttonClass({ variant, size }), className)} {...props} />
  );
});

export type ButtonLinkProps = LinkProps & ButtonLook;

/** A link that looks like a button: for going to a page or opening a dialog route. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant, size, className, prefetch = "intent", ...props },
  ref,
) {
  return (
    <Link
      ref={ref}
      prefetch={prefetch}
      className={cn(buttonClass({ variant, size }), className)}
      {...props}
    />
  );
});
