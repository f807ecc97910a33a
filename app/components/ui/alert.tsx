import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icon";
import { toneIcon, toneSoft, toneText, type Tone } from "./tone";

export type AlertProps = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or links, below the text on phones and at its right otherwise. */
  actions?: ReactNode;
  /** Announces immediately ("alert") or politely ("status"); leave out for alerts that were there from the start. */
  role?: "alert" | "status";
  /** Reaches from edge to edge, so its corners are not round. */
  isBar?: boolean;
  className?: string;
};

/** An alert within the page: missing data, a problem, or information. For short-lived messages use a toast. */
export function Alert({ tone = "info", title, children, actions, role, isBar, className }: AlertProps) {
  const icon = toneIcon[tone];
  return (
    <div
      role={role}
      className={cn(
        "flex flex-col gap-x-4 gap-y-2 p-4 md:flex-row md:items-center",
        !isBar && "rounded-lg",
        toneSoft[tone],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 gap-3">
        <Icon name={icon} className={cn("mt-0.5 size-4 shrink-0", toneText[tone])} />
        <div className="min-w-0 flex-1 [&_a:not(.button)]:underline [&_a:not(.button)]:underline-offset-2">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className={cn(title && "text-muted")}>{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2 pl-7 md:-my-2 md:pl-0">{actions}</div>}
    </div>
  );
}
