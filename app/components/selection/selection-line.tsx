import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import type { Selection } from "./use-selection";

type ChosenCountProps = {
  selection: Pick<Selection, "clear">;
  /** How many rows are selected, as text, and their total. */
  children: ReactNode;
  className?: string;
};

/** Shows the size of the selection in the action bar, and a button that clears it. */
export function ChosenCount({ selection, children, className }: ChosenCountProps) {
  const { t } = useTranslation("common");
  return (
    <div className={cn("flex min-h-10 items-center gap-2 max-md:w-full", className)}>
      <p className="min-w-0 flex-1">{children}</p>
      <Button
        variant="ghost"
        size="icon-sm"
        title={t("clear_selection")}
        aria-label={t("clear_selection")}
        onClick={selection.clear}
      >
        <Icon name="x" />
      </Button>
    </div>
  );
}

/**
 * Position of the selection bar: at the bottom of the window. In low windows (a phone on its side, 400 % zoom) it stays
 * in the flow, because it would cover the focused element.
 */
export const barPlace = "bottom-0 z-10 md:bottom-4 [@media(height>=32rem)]:sticky noscript:static!";

/** For the rows above such a bar: a focused element is scrolled past it. */
export const besideBar =
  "[@media(height>=32rem)]:[&_:is(a,button,input,summary)]:scroll-mb-96 [@media(height>=32rem)]:md:[&_:is(a,button,input,summary)]:scroll-mb-48";

/** After a selected checkbox: a link to the bar, which otherwise comes after all rows. */
export function ToBar({ bar }: { bar: string }) {
  const { t } = useTranslation("common");
  function go(event: MouseEvent) {
    const first = document.getElementById(bar)?.querySelector<HTMLElement>("a[href], button, input:not([type=hidden])");
    if (!first) return;
    event.preventDefault();
    first.focus();
  }
  return (
    <a
      href={`#${bar}`}
      data-to-bar
      onClick={go}
      className="sr-only rounded-md bg-accent font-medium text-accent-ink focus:not-sr-only focus:absolute focus:top-1 focus:left-10 focus:z-10 focus:w-max focus:whitespace-nowrap focus:px-3 focus:py-2"
    >
      {t("to_selection")}
    </a>
  );
}

export const boxClass = "size-4 shrink-0 accent-accent outline-offset-2";
