import { cn } from "~/components/ui/cn";

/** Returns the CSS classes of one option in the language and theme switches. */
export const switchClass = (current: boolean) =>
  cn(
    "inline-flex min-h-11 min-w-11 items-center gap-2 rounded-md px-3 text-left text-sm whitespace-nowrap",
    "transition-colors duration-150 md:min-h-10",
    current ? "font-medium text-accent" : "text-muted hover:bg-sunken hover:text-ink",
  );
