import { useHydrated } from "~/browser/use-hydrated";
import { boxClass, ToBar } from "~/components/selection/selection-line";
import type { Selection } from "~/components/selection/use-selection";
import { cn } from "./cn";
import type { TableColumn } from "./table-column";

/** The checkboxes of a table; a bar below the rows, in the same `group/list`, has the actions of the selected ones. */
export type RowChoice<Row> = {
  selection: Selection;
  /** The id of the bar's form, which the checkboxes belong to. */
  form: string;
  /** Returns name and value of a row's checkbox, and what it selects; null for a row that cannot be selected. */
  boxOf: (row: Row) => { name: string; value: string; of: string } | null;
  /** What a checkbox does: "Select lead". */
  label: string;
  /** Text of the checkbox that selects the whole page. */
  pageLabel: string;
};

/** Returns the column of the checkboxes, as a list of one; empty without a choice. */
export function choiceColumns<Row>(choice: RowChoice<Row> | undefined): TableColumn<Row>[] {
  if (!choice) return [];
  const { selection, form, boxOf, label } = choice;
  return [
    {
      id: "choice",
      header: label,
      isChoice: true,
      cell: (row) => {
        const box = boxOf(row);
        if (!box) return <div className="w-11 md:w-10" />;
        return (
          <>
            <label className="grid h-11 w-11 cursor-pointer place-items-center md:h-[calc(var(--row-height)-1px)] md:w-10">
              <input
                data-chooses
                type="checkbox"
                name={box.name}
                value={box.value}
                form={form}
                aria-label={`${label}: ${box.of}`}
                {...selection.box(box.value)}
                className={boxClass}
              />
            </label>
            {selection.has(box.value) && <ToBar bar={form} />}
          </>
        );
      },
    },
  ];
}

type ChoosePageProps = {
  choice: Pick<RowChoice<never>, "selection" | "pageLabel">;
  /** Only the checkbox, in the head of the table. */
  isBare?: boolean;
  className: string;
};

/** Selects all rows of the page that can be selected. */
export function ChoosePage({ choice: { selection, pageLabel }, isBare = false, className }: ChoosePageProps) {
  const ready = useHydrated();
  return (
    <label
      data-print="hide"
      className={cn(
        "flex cursor-pointer items-center gap-3 text-muted noscript:hidden",
        isBare ? "justify-center" : "px-4",
        className,
      )}
    >
      <input
        type="checkbox"
        aria-label={isBare ? pageLabel : undefined}
        className={boxClass}
        checked={selection.wholePage}
        disabled={!ready}
        onChange={({ target }) => selection.choosePage(target.checked)}
      />
      {!isBare && pageLabel}
    </label>
  );
}
