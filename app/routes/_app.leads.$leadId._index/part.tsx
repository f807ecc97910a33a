import { useId, type ReactNode } from "react";
import { cn } from "~/components/ui/cn";

/** A part of the lead's page, named by its heading. */
export function Part({ title, className, children }: { title: ReactNode; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("min-w-0", className)}>
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
