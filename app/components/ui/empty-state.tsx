import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon, type IconName } from "./icon";

export type EmptyStateProps = {
  icon?: IconName;
  title: ReactNode;
  /** One sentence: what will be listed here, which filter hides it, or why it is not available. */
  children?: ReactNode;
  /** One button: create the first, clear the filter, or what to do instead. */
  action?: ReactNode;
  /** Draws its own frame; leave out inside a card. */
  framed?: boolean;
};

/** Replaces an empty list: nothing yet, nothing matches, or not available. */
export function EmptyState({ icon, title, children, action, framed }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center px-6 py-12 text-center", framed && "rounded-lg border bg-surface")}>
      {icon && (
        <span className="mb-4 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} className="size-5" />
        </span>
      )}
      <p data-empty="" className="text-base font-semibold text-balance wrap-anywhere">
        {title}
      </p>
      {children && <p className="mt-1 max-w-md text-muted">{children}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
