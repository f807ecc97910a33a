import { useTranslation } from "react-i18next";
import { FilterSearch } from "~/components/forms/filter-search";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button } from "~/components/ui/button";
import { ClearFilters, ListToolbar } from "~/components/ui/list-toolbar";
import { PhoneFilters } from "~/components/ui/phone-filters";
import { Select } from "~/components/ui/select";
import { useAddress } from "~/components/ui/use-address";
import { affiliateHavings, sections, signedInFilters, termsFilters } from "~/domain/affiliates/affiliate";
import { invitationStates } from "~/domain/affiliates/invitation";
import { invitationParam } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";

/** The filter of the list, as in its URL; empty for all. */
export type AskedFilter = { search: string; status: string; terms: string; having: string; signedIn: string };

export const isFiltered = ({ search, status, terms, having, signedIn }: AskedFilter): boolean =>
  [search, status, terms, having, signedIn].some((value) => value !== "");

/** The parameters of the filters, without the search. */
const FILTERS = ["status", "terms", "having", "signed_in"];

const selectClass = "md:w-36 lg:w-40";

/** Search and filters of the list; all are stored in the URL. Sends itself; without JavaScript there is a button. */
export function FilterForm({ asked }: { asked: AskedFilter }) {
  const { t } = useTranslation("affiliates");
  const { search, status, terms, having, signedIn } = asked;
  const form = useFilterForm(paths.affiliates(), { q: search, status, terms, having, signed_in: signedIn });
  const params = new URLSearchParams(useAddress().search);
  return (
    <ListToolbar>
      <form {...form} role="search" aria-label={t("filter.label")} className="contents">
        <FilterSearch label={t("filter.search")} placeholder={t("filter.placeholder")} value={search} />
        <PhoneFilters names={FILTERS}>
          <Select
            name="status"
            aria-label={t("filter.status")}
            defaultValue={status}
            options={[
              { value: "", label: t("filter.all") },
              ...sections.flatMap((value) =>
                value === "invited"
                  ? invitationStates.map((state) => ({
                      value: invitationParam(state),
                      label: t(`invitation_state.${state}`),
                    }))
                  : [{ value, label: t(`status.${value}`) }],
              ),
              // All invited affiliates, which other pages link to.
              ...(status === "invited" ? [{ value: "invited", label: t("status.invited") }] : []),
            ]}
            className={selectClass}
          />
          <Select
            name="terms"
            aria-label={t("filter.terms")}
            defaultValue={terms}
            options={[
              { value: "", label: t("filter.all_terms") },
              ...termsFilters.map((value) => ({ value, label: t(`filter.terms_of.${value}`) })),
            ]}
            className={selectClass}
          />
          <Select
            name="having"
            aria-label={t("filter.figures")}
            defaultValue={having}
            options={[
              { value: "", label: t("filter.all_figures") },
              ...affiliateHavings.map((value) => ({ value, label: t(`filter.having.${value}`) })),
            ]}
            className={selectClass}
          />
          <Select
            name="signed_in"
            aria-label={t("column.signed_in")}
            defaultValue={signedIn}
            options={[
              { value: "", label: t("filter.any_time") },
              ...signedInFilters.map((value) => ({ value, label: t(`filter.signed_in.${value}`) })),
            ]}
            className="md:w-36 lg:w-44"
          />
        </PhoneFilters>
        {["sort", "columns", "saved"].map((name) => {
          const value = params.get(name);
          return value && <input key={name} type="hidden" name={name} value={value} />;
        })}
        <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
          {t("filter.submit")}
        </Button>
      </form>
      {isFiltered(asked) && <ClearFilters to={paths.affiliates()} />}
    </ListToolbar>
  );
}
