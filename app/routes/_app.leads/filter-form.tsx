import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { FilterSearch } from "~/components/forms/filter-search";
import { SearchSelect } from "~/components/forms/search-select";
import { PeriodFilter, type PeriodOf } from "~/components/forms/period-filter";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { DialogLink } from "~/components/ui/route-dialog";
import { Button } from "~/components/ui/button";
import { ClearFilters, ListToolbar } from "~/components/ui/list-toolbar";
import { Select } from "~/components/ui/select";
import { useAddress } from "~/components/ui/use-address";
import { MemberFilter, type MemberFilterProps } from "./member-filter";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { reachedSteps } from "~/domain/leads/lead";
import { dealChoices, type LeadTab } from "~/domain/leads/lead-filter";
import { periodProblem, type ChosenPeriod } from "~/domain/shared/period";
import { ALL_LEADS, hasFilters, pathOfTab, reachedParam, statusOf, type LeadView } from "~/paths/lead-view";
import { fieldPaths } from "~/paths/field-paths";
import { paths } from "~/paths/paths";

const statuses = ["new", "contacted", "qualified", "converted", "lost"] as const;

export type FilterFormProps = {
  view: LeadView;
  affiliates: readonly AffiliateChoice[];
  /** Of open leads only. */
  members: MemberFilterProps["members"];
  period: ChosenPeriod | null;
  /** Whether the organization has own fields. */
  hasOwn: boolean;
};

/** The day of the records of a view that the period filters by. */
const periodOf: Record<LeadTab, PeriodOf> = { pipeline: "submitted", deals: "closed", archive: "lost" };

/** Search, status, affiliate and period; all are stored in the URL. */
export function FilterForm({ view, affiliates, members, period, hasOwn }: FilterFormProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const own = Object.keys(view.filter.own ?? {}).length;
  const isWrong = periodProblem(new URLSearchParams(search)) !== null;
  return (
    <ListToolbar>
      <FieldsForm view={view} affiliates={affiliates} />
      <MemberFilter view={view} members={members} />
      <PeriodFilter path={paths.leads()} chosen={period} of={periodOf[view.tab]} all="" />
      {(hasOwn || own > 0) && (
        <DialogLink to={fieldPaths.filter(search)}>
          {t("filter.more")}
          {own > 0 && ` (${own})`}
        </DialogLink>
      )}
      {(hasFilters(view) || isWrong) && <ClearFilters to={pathOfTab(view.tab)} />}
    </ListToolbar>
  );
}

/** Everything but the period. Sends itself while the user types. */
function FieldsForm({ view, affiliates }: Pick<FilterFormProps, "view" | "affiliates">) {
  const { t } = useTranslation("leads");
  const affiliateName = useAffiliateName();
  const { search } = useAddress();
  const { filter } = view;
  const deals = view.filter.deals ?? "";
  const form = useFilterForm(paths.leads(), {
    q: filter.search,
    status: statusOf(view),
    affiliate: filter.affiliate ?? "",
    deals,
  });
  const params = new URLSearchParams(search);
  const sort = params.get("sort");
  return (
    <form {...form} role="search" aria-label={t("filter.label")} className="contents">
      <FilterSearch label={t("filter.search")} placeholder={t("filter.placeholder")} value={filter.search} />
      <Select
        name="status"
        aria-label={t("filter.status")}
        defaultValue={statusOf(view)}
        options={[
          { value: "", label: t("filter.open") },
          { value: ALL_LEADS, label: t("filter.all_leads") },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
          ...reachedSteps.map((step) => ({ value: reachedParam(step), label: t(`filter.reached.${step}`) })),
        ]}
        className="max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-[45%] md:w-36"
      />
      <SearchSelect
        name="affiliate"
        label={t("filter.affiliate")}
        value={filter.affiliate ?? ""}
        options={[
          { value: "", label: t("filter.all_affiliates") },
          { value: NO_AFFILIATE, label: t("lead.no_affiliate") },
          ...affiliates.map(({ id, name }) => ({ value: id, label: affiliateName(id, name) })),
        ]}
        className="max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-[45%] md:w-36"
      />
      {view.tab === "deals" && (
        <Select
          name="deals"
          aria-label={t("filter.deals")}
          defaultValue={deals}
          options={[
            { value: "", label: t("filter.all_deals") },
            ...dealChoices.map((value) => ({ value, label: t(`filter.${value}`) })),
          ]}
          className="max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-[45%] md:w-32"
        />
      )}
      {[...params].map(
        ([name, value]) =>
          /^(period|from|to|columns|saved|responsible|step|own_.+)$/.test(name) && (
            <input key={name} type="hidden" name={name} value={value} />
          ),
      )}
      {view.layout && <input type="hidden" name="view" value={view.layout} />}
      {view.tab !== "archive" && sort && <input type="hidden" name="sort" value={sort} />}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
    </form>
  );
}
