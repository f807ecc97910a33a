import type { ReactNode } from "react";
import { HelpLink } from "./help-link";
import { cn } from "./cn";
import { Icon } from "./icon";
import { Link } from "./link";

export type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title: the saved views of a list. */
  views?: ReactNode;
  subtitle?: ReactNode;
  /** The primary action of the page, at the right; below the title on phones. */
  actions?: ReactNode;
  /** A link up, above the title of a detail page. */
  back?: { to: string; label: string };
};

/** The top of every page: its only h1 with the way to its help, one line below it, and the primary action. */
export function PageHeader({ title, views, subtitle, actions, back }: PageHeaderProps) {
  // The actions stay beside the title, so that a list begins high up.
  const isLine = Boolean(actions) && typeof subtitle === "string" && !back;
  return (
    <header className={cn("flex flex-wrap items-center justify-between gap-x-6 gap-y-2", back && "md:flex-nowrap")}>
      <div
        className={cn(
          "flex min-w-0 flex-wrap items-baseline gap-x-3",
          isLine && "max-md:w-full md:min-w-min md:flex-1 md:flex-nowrap",
        )}
      >
        {back && (
          <Link
            to={back.to}
            data-key="back"
            prefetch="intent"
            className="-mt-2 flex min-h-10 basis-full items-center gap-1.5 text-muted hover:text-ink"
          >
            <Icon name="arrow-left" className="size-4" />
            {back.label}
          </Link>
        )}
        <div className={cn("flex items-center gap-1", isLine && "md:shrink-0")}>
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          <HelpLink />
          {views}
        </div>
        {subtitle && !isLine && <p className="max-w-prose min-w-0 wrap-anywhere text-muted">{subtitle}</p>}
        {subtitle && isLine && (
          // Where it does not fit it goes to a second line, which is not shown: half a sentence says nothing. Only a
          // title that does not fit moves the actions.
          <p className="max-w-prose min-w-0 text-muted md:flex md:flex-1 md:[contain:inline-size] md:flex-wrap not-print:md:h-lh not-print:md:overflow-clip">
            <span aria-hidden="true" className="w-0 max-md:hidden">
              {"\u200b"}
            </span>
            <span className="wrap-anywhere not-print:md:whitespace-nowrap">{subtitle}</span>
          </p>
        )}
      </div>
      {actions && (
        <div
          data-print="hide"
          className="flex flex-wrap items-center gap-2 max-md:w-full max-md:items-stretch max-md:*:flex-[1_1_40%] md:shrink-0"
        >
          {actions}
        </div>
      )}
    </header>
  );
}
