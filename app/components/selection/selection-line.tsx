import { useHydrated } from "~/browser/use-hydrated";
import type { Selection } from "./use-selection";

type SelectionLineProps = {
  /** Where a message about the choice leads to. */
  id?: string;
  selection: Pick<Selection, "wholePage" | "choosePage">;
  label: string;
};

/** Above the rows: chooses the whole page. */
export function SelectionLine({ id, selection, label }: SelectionLineProps) {
  const ready = useHydrated();
  return (
    <div id={id} data-print="hide" className="flex flex-wrap gap-x-6 px-2 max-md:px-4">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-muted md:min-h-10 noscript:hidden">
        <input
          type="checkbox"
          className={boxClass}
          checked={selection.wholePage}
          disabled={!ready}
          onChange={({ target }) => selection.choosePage(target.checked)}
        />
        {label}
      </label>
    </div>
  );
}

export const boxClass = "size-4 shrink-0 accent-accent outline-offset-2";
