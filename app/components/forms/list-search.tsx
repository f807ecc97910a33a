import { FilterSearch } from "./filter-search";
import { KeptFields } from "./kept-fields";
import { useFilterForm } from "./use-filter-form";

type ListSearchProps = { path: string; value: string; label: string; placeholder: string; but?: readonly string[] };

/** The search of a list whose other filters are forms of their own. Sends itself; without JavaScript by Enter. */
export function ListSearch({ path, value, label, placeholder, but = [] }: ListSearchProps) {
  const form = useFilterForm(path, { q: value });
  return (
    <form {...form} role="search" aria-label={label} className="contents">
      <KeptFields but={["q", ...but]} />
      <FilterSearch label={label} placeholder={placeholder} value={value} />
    </form>
  );
}
