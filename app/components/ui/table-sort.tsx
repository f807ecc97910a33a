import { useTranslation } from "react-i18next";
import { KeptFields } from "~/components/forms/kept-fields";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button } from "./button";
import { cn } from "./cn";
import { Icon } from "./icon";
import { Select } from "./select";
import type { SortState } from "./use-sort";

export type TableSortProps = { columns: readonly { header: string; sort?: SortState }[]; className?: string };

/**
 * Sorting above cards, where the sortable headers of the table are hidden. Draws nothing when nothing can be sorted.
 */
export function TableSort({ columns, className }: TableSortProps) {
  const sortable = columns.flatMap(({ header, sort }) => (sort ? [{ header, ...sort }] : []));
  return sortable[0] ? <SortForm path={sortable[0].path} columns={sortable} className={className} /> : null;
}

type SortFormProps = {
  path: string;
  columns: readonly (SortState & { header: string })[];
  className?: string;
};

function SortForm({ path, columns, className }: SortFormProps) {
  const { t } = useTranslation("common");
  const sort = columns.find(({ current }) => current)?.current?.value ?? "";
  const form = useFilterForm(path, { sort });
  return (
    <form {...form} data-print="hide" className={cn("flex flex-wrap gap-2 cells:hidden", className)}>
      <KeptFields but={["sort"]} />
      <span className="relative grid max-w-md min-w-[min(100%,16rem)] flex-1 items-center">
        <Icon name="arrow-down-up" className="pointer-events-none absolute left-3 z-1 size-4 text-muted" />
        <Select
          name="sort"
          aria-label={t("sort.by")}
          defaultValue={sort}
          className="[&>select]:pl-9"
          options={columns.flatMap(({ header, choices }) =>
            choices.map(({ value, direction }) => ({
              value,
              label: t(`sort.${direction}`, { column: header }),
            })),
          )}
        />
      </span>
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("sort.submit")}
      </Button>
    </form>
  );
}
