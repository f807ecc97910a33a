import { useState } from "react";
import { useHydrated } from "~/browser/use-hydrated";
import { boxClass } from "./selection-line";
import type { Selection } from "./use-selection";

type AllMatchingProps = { checked: boolean; onChange: (on: boolean) => void; children: string };

/** Extends a selection to all records that match the list's filter, on all pages. Works without JavaScript too. */
function AllMatching({ checked, onChange, children }: AllMatchingProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 md:min-h-10">
      <input
        type="checkbox"
        name="all"
        value="1"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className={boxClass}
      />
      {children}
    </label>
  );
}

/**
 * Manages whether an action concerns the selected rows of a page or all `total` records that match the filter of the
 * list. Without a selected row it concerns none.
 */
export function useAllMatching(selection: Pick<Selection, "count">, total: number) {
  const [isAll, setAll] = useState(false);
  // Without JavaScript the number of selected rows is not known, so it is not shown.
  const ready = useHydrated();
  if (ready && isAll && selection.count === 0) setAll(false);
  const count = !ready || selection.count === 0 ? 0 : isAll ? total : selection.count;
  return {
    count,
    isAll: isAll && count > 0,
    /** Returns the checkbox for all of them, if there are more than are selected. */
    box: (text: string) =>
      total > selection.count && (
        <AllMatching checked={isAll} onChange={setAll}>
          {text}
        </AllMatching>
      ),
  };
}
