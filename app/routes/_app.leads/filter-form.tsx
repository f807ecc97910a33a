import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { KeptFields } from "~/components/forms/kept-fields";
import { ListSearch } from "~/components/forms/list-search";
import { SearchSelect } from "~/components/forms/search-select";
import { PeriodFilter, type PeriodOf } from "~/components/forms/period-filter";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { DialogLink } from "~/components/ui/route-dialog";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { ClearFilters, ListToolbar } from "~/components/ui/list-toolbar";
import { PhoneFilters } from "~/components/ui/phone-filters";
import { Select } from "~/components/ui/select";
import { useAddress } from "~/components/ui/use-address";
import { MemberFilter, type MemberFilterProps } from "./member-filter";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { openLeadStatuses, reachedSteps } from "~/domain/leads/lead";
import { columnParam } from "~/domain/leads/lead-columns";
import { dealChoices, type LeadTab } from "~/domain/leads/lead-filter";
import { OWN_PARAMETER } from "~/domain/shared/lists";
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

/** The parameters of the filters behind the button; the two days of a period are one. */
const FILTERS = ["status", "affiliate", "deals", "responsible", "period", "from"];

/** How many leads each column of the board shows; a new filter starts with the first ones. */
const ofColumns = openLeadStatuses.map(columnParam);

/** Search, status, affiliate and period; all are stored in the URL. On phones all but the search is behind a button. */
export function FilterForm({ view, affiliates, members, period, hasOwn }: FilterFormProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const own = Object.keys(view.filter.own ?? {}).length;
  const isWrong = periodProblem(new URLSearchParams(search)) !== null;
  return (
    <ListToolbar>
      <ListSearch
        path={paths.leads()}
        value={view.filter.search}
        label={t("filter.search")}
        placeholder={t("filter.placeholder")}
        but={ofColumns}
      />
      <PhoneFilters
        names={[...FILTERS, ...[...new URLSearchParams(search).keys()].filter((name) => OWN_PARAMETER.test(name))]}
      >
        <FieldsForm view={view} affiliates={affiliates} />
        <MemberFilter view={view} members={members} />
        <PeriodFilter path={paths.leads()} chosen={period} of={periodOf[view.tab]} all="" />
        {(hasOwn || own > 0) && <MoreFilters count={own} />}
      </PhoneFilters>
      {(hasFilters(view) || isWrong) && <ClearFilters to={pathOfTab(view.tab)} />}
    </ListToolbar>
  );
}

/** Opens the filters by own fields: an icon in the line, words in the sheet of phones. */
function MoreFilters({ count }: { count: number }) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const label = t("filter.more");
  return (
    <DialogLink
      to={fieldPaths.filter(search)}
      title={label}
      variant={count > 0 ? "secondary" : "ghost"}
      className="max-md:w-full md:min-w-10 md:px-2.5"
    >
      <Icon name="settings-2" className="max-md:hidden" />
      <span className="md:sr-only">{label}</span>
      {count > 0 && <span className="tabular-nums">{count}</span>}
    </DialogLink>
  );
}

/** Status, affiliate and the choice of deals. Applies at once. */
function FieldsForm({ view, affiliates }: Pick<FilterFormProps, "view" | "affiliates">) {
  const { t } = useTranslation("leads");
  const affiliateName = useAffiliateName();
  const { filter } = view;
  const deals = view.filter.deals ?? "";
  const form = useFilterForm(paths.leads(), { status: statusOf(view), affiliate: filter.affiliate ?? "", deals });
  return (
    <form {...form} role="search" aria-label={t("filter.label")} className="max-md:space-y-3 md:contents">
      <KeptFields
        but={["status", "affiliate", "deals", "tab", ...ofColumns, ...(view.tab === "archive" ? ["sort"] : [])]}
      />
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
        className="md:w-36 md:min-w-24"
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
        className="md:w-40 md:min-w-24"
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
          className="md:w-32 md:min-w-24"
        />
      )}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
    </form>
  );
}
