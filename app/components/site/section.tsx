import type { ReactNode } from "react";
import { cn } from "~/components/ui/cn";

export type SectionProps = {
  /** Names the section, and is its anchor ("/#questions"). */
  id: string;
  title: string;
  text?: string;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  /** The distances above and below. */
  className?: string;
  children: ReactNode;
};

/** A part of the landing page under its heading. */
export function Section({ id, title, text, hideTitle, className = "py-12 md:py-20", children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cn("mx-auto w-full max-w-6xl scroll-mt-16 px-4 md:px-8", className)}
    >
      <div className={cn("mx-auto max-w-2xl text-center", hideTitle && "sr-only")}>
        <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight md:text-2xl">
          {title}
        </h2>
        {text && <p className="mt-4 text-balance text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
