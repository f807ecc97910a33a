import { useId, type ReactNode } from "react";
import { cn } from "./cn";

export type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons or links at the right of the title. */
  actions?: ReactNode;
  /** A last row, separated by a line: usually the buttons of a form. */
  footer?: ReactNode;
  /** Leaves out the inner space, for a table or list that has its own. */
  flush?: boolean;
  headingLevel?: 2 | 3;
  className?: string;
  children?: ReactNode;
};

/** A bordered section of a page. With a title it is a region named by it. */
export function Card(props: CardProps) {
  const { title, description, actions, footer, flush, headingLevel = 2, className, children } = props;
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const Root = title ? "section" : "div";
  return (
    <Root
      aria-labelledby={title ? id : undefined}
      data-print="together"
      className={cn("rounded-lg border bg-surface", className)}
    >
      {title && (
        <div className="flex items-start justify-between gap-4 px-4 pt-4 md:px-6 md:pt-5">
          <div className="min-w-0 flex-1">
            <Heading id={id} className="text-base font-semibold wrap-anywhere">
              {title}
            </Heading>
            {description && <p className="mt-1 max-w-prose text-muted">{description}</p>}
          </div>
          {actions && <div className="-my-2 flex shrink-0 flex-wrap items-center justify-end gap-2">{actions}</div>}
        </div>
      )}
      <div className={cn(!flush && "p-4 md:p-6", !flush && title && "md:pt-4", flush && title && "pt-4")}>
        {children}
      </div>
      {footer && <div className="border-t px-4 py-3 md:px-6">{footer}</div>}
    </Root>
  );
}
