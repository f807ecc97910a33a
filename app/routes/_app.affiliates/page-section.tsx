import type { ReactNode } from "react";
import { Link } from "~/components/ui/link";

export type PageSectionProps = {
  id: string;
  title: string;
  /** Links to the complete lists behind the rows below, with their counts. */
  links: readonly { to: string; text: string }[];
  children: ReactNode;
};

/** The latest rows of a list, below its name and the links to the complete lists. */
export function PageSection({ id, title, links, children }: PageSectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {links.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 tabular-nums">
            {links.map(({ to, text }) => (
              <li key={to}>
                <Link
                  to={to}
                  prefetch="intent"
                  className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink md:min-h-8"
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </section>
  );
}
