import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "./button";
import { useAddress } from "./use-address";

// React 18 passes these attributes on but does not know their names.
const popover = { popover: "auto" };
const opens = (panel: string) => ({ popovertarget: panel });

type PhoneFiltersProps = {
  /** The parameters of the filters. */
  names: readonly string[];
  children: ReactNode;
};

/**
 * The filters of a list in its line; on phones behind a button that says how many are set. There they are a popover,
 * which needs no JavaScript.
 */
export function PhoneFilters({ names, children }: PhoneFiltersProps) {
  const { t } = useTranslation("common");
  const id = useId();
  const params = new URLSearchParams(useAddress().search);
  const count = names.filter((name) => params.has(name)).length;
  return (
    <>
      <button type="button" className={buttonClass({ variant: "secondary", className: "md:hidden" })} {...opens(id)}>
        {count > 0 ? t("filters_set", { count }) : t("filters")}
      </button>
      <div
        id={id}
        role="group"
        aria-label={t("filters")}
        className="max-md:fixed max-md:inset-x-2 max-md:top-auto max-md:bottom-2 max-md:m-0 max-md:mx-auto max-md:w-auto max-md:space-y-3 max-md:overflow-visible max-md:rounded-xl max-md:border max-md:bg-surface max-md:p-3 max-md:text-ink max-md:shadow-float max-md:backdrop:bg-overlay md:contents"
        {...popover}
      >
        {children}
      </div>
    </>
  );
}
