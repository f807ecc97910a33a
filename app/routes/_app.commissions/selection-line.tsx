import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { useHydrated } from "~/components/ui/use-hydrated";
import { PAY_FORM } from "./pay-bar";
import type { Selection } from "./use-selection";

type SelectionLineProps = {
  selection: Selection;
};

/** Above the rows: chooses the whole page. */
export function SelectionLine({ selection }: SelectionLineProps) {
  const { t } = useTranslation("commissions");
  const ready = useHydrated();
  return (
    <div id={`${PAY_FORM}-payment_id`} data-print="hide" className="flex flex-wrap gap-x-6 px-2 max-md:px-4">
      <Choice className="noscript:hidden">
        <input
          type="checkbox"
          className={boxClass}
          checked={selection.wholePage}
          disabled={!ready}
          onChange={({ target }) => selection.choosePage(target.checked)}
        />
        {t("selection.page")}
      </Choice>
    </div>
  );
}

export const boxClass = "size-4 shrink-0 accent-accent outline-offset-2";

function Choice({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <label
      className={cn("flex min-h-11 cursor-pointer items-center gap-3 text-muted md:min-h-10", className)}
    >
      {children}
    </label>
  );
}
