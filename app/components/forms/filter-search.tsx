import { SearchInput } from "~/components/ui/search-input";

export type FilterSearchProps = { label: string; placeholder: string; value: string };

/** The search field of a filter form. */
export function FilterSearch({ label, placeholder, value }: FilterSearchProps) {
  return (
    <SearchInput
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      className="max-md:min-w-44 max-md:flex-1 md:max-w-80 md:min-w-32 md:grow md:basis-32"
    />
  );
}
