import type { ReactNode } from "react";
import { cn } from "~/components/ui/cn";

export type FormActionsProps = { children: ReactNode; className?: string };

/**
 * The last row of a form: the cancel link first, the submit button last; on phones one below the other. `className`
 * sets the distance above.
 */
export function FormActions({ children, className = "pt-2" }: FormActionsProps) {
  return (
    <div className={cn("flex flex-col-reverse gap-2 md:flex-row md:flex-wrap md:justify-end", className)}>
      {children}
    </div>
  );
}
