import type { ReactNode } from "react";
import { HelpLink } from "./help-link";
import { Icon } from "./icon";
import { Link } from "./link";

export type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** The primary action of the page, at the right; below the title on phones. */
  actions?: ReactNode;
  /** A link up, above the title of a detail page. */
  back?: { to: string; label: string };
};

/** The top of every page: its only h1 with the way to its help, one line below it, and the primary action. */
export function PageHeader({ title, subtitle, actions, back }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {back && (
          <Link
            to={back.to}
            prefetch="intent"
            className="-mt-2 mb-1 inline-flex min-h-10 items-center gap-1.5 text-muted hover:text-ink"
          >
            <Icon name="arrow-left" className="size-4" />
            {back.label}
          </Link>
        )}
        <div className="flex items-center gap-1">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          <HelpLink />
        </div>
        {subtitle && <p className="mt-1 max-w-prose text-muted">{subtitle}</p>}
      </div>
      {actions && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:flex-[1_1_40%]">
          {actions}
        </div>
      )}
    </header>
  );
}
