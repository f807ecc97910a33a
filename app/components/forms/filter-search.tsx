import { Search } from "lucide-react";
import { Input } from "~/components/ui/input";

export type FilterSearchProps = { label: string; placeholder: string; value: string };

/** The search of a filter form; its words are the address's "q". */
export function FilterSearch({ label, placeholder, value }: FilterSearchProps) {
  return (
    <span className="relative grid min-w-0 items-center max-md:w-full md:w-80">
      <Search aria-hidden className="pointer-events-none absolute left-3 size-4 text-muted" />
      <Input
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={200}
        className="pl-9"
      />
    </span>
  );
}
