import { useTranslation } from "react-i18next";
import { FilterSearch } from "~/components/forms/filter-search";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Select } from "~/components/ui/select";
import { useAddress } from "~/components/ui/use-address";
import { sections } from "~/domain/affiliates/affiliate";
import { invitationStates } from "~/domain/affiliates/invitation";
import { invitationParam } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";

export type FilterFormProps = { search: string; status: string };

/** Search and status of the list; both are stored in the URL. Sends itself; without JavaScript there is a button. */
export function FilterForm({ search, status }: FilterFormProps) {
  const { t } = useTranslation(["affiliates", "common"]);
  const form = useFilterForm(paths.affiliates(), { q: search, status });
  const sort = new URLSearchParams(useAddress().search).get("sort");
  return (
    <form {...form} role="search" aria-label={t("filter.label")} className="flex flex-wrap gap-2">
      <FilterSearch label={t("filter.search")} placeholder={t("filter.placeholder")} value={search} />
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
        className="max-md:min-w-0 max-md:flex-1 md:w-44"
      />
      {sort && <input type="hidden" name="sort" value={sort} />}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
      {(search || status) && (
        <ButtonLink to={paths.affiliates()} variant="ghost" preventScrollReset>
          {t("common:clear_filters")}
        </ButtonLink>
      )}
    </form>
  );
}
