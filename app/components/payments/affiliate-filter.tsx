import { useAffiliateName } from "~/browser/namesakes";
import { SearchSelect } from "~/components/forms/search-select";
import { KeptFields } from "~/components/forms/kept-fields";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { addressWith } from "~/paths/address";
import { Button } from "~/components/ui/button";
import { ClearFilters } from "~/components/ui/list-toolbar";
import { useAddress } from "~/components/ui/use-address";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";

export type AffiliateFilterProps = {
  path: string;
  choices: readonly AffiliateChoice[];
  chosen: AffiliateChoice | null;
  /** Other filters of the list, which are cleared together with this one. */
  others?: readonly string[];
  words: { label: string; all: string; submit: string };
};

/** Filters a list of payments by affiliate. Applies immediately; without JavaScript by its button. */
export function AffiliateFilter({ path, choices, chosen, others = [], words }: AffiliateFilterProps) {
  const affiliateName = useAffiliateName();
  const { search } = useAddress();
  const current = chosen?.id ?? "";
  const form = useFilterForm(path, { affiliate: current });
  const params = new URLSearchParams(search);
  const filters = ["affiliate", ...others];
  return (
    <form
      {...form}
      role="search"
      aria-label={words.label}
      className="flex items-center gap-2 max-md:w-full max-md:flex-wrap md:min-w-24"
    >
      <KeptFields but={["affiliate"]} />
      <SearchSelect
        name="affiliate"
        label={words.label}
        value={current}
        options={[
          { value: "", label: words.all },
          ...choices.map(({ id, name }) => ({ value: id, label: affiliateName(id, name) })),
        ]}
        className="max-md:min-w-0 max-md:flex-1 md:w-40 md:min-w-24"
      />
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {words.submit}
      </Button>
      {(chosen || others.some((name) => params.has(name))) && (
        <ClearFilters to={addressWith(path, search, Object.fromEntries(filters.map((name) => [name, null])))} />
      )}
    </form>
  );
}
