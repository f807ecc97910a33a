import { useTranslation } from "react-i18next";
import { FilterSearch } from "~/components/forms/filter-search";
import { FilterSelect } from "~/components/forms/filter-select";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Select } from "~/components/ui/select";
import { useAddress } from "~/components/ui/use-address";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { NO_AFFILIATE } from "~/domain/leads/lead.schema";
import { isNarrowed, pathOfTab, statusOf, UNPAID, type LeadView } from "./lead-view";

const statuses = ["new", "contacted", "qualified", "converted", "lost"] as const;

export type FilterFormProps = { view: LeadView; affiliates: readonly AffiliateChoice[] };

/** Search, status and affiliate; all live in the address. Sends itself while somebody types. */
export function FilterForm({ view, affiliates }: FilterFormProps) {
  const { t } = useTranslation(["leads", "common"]);
  const { search } = useAddress();
  const { filter } = view;
  const payment = view.unpaid ? UNPAID : "";
  const form = useFilterForm("/leads", {
    q: filter.search,
    status: statusOf(view),
    affiliate: filter.affiliate ?? "",
    payment,
  });
  const sort = new URLSearchParams(search).get("sort");
  return (
    <form {...form} role="search" aria-label={t("filter.label")} className="flex flex-wrap gap-2">
      <FilterSearch label={t("filter.search")} placeholder={t("filter.placeholder")} value={filter.search} />
      <Select
        name="status"
        aria-label={t("filter.status")}
        defaultValue={statusOf(view)}
        options={[
          { value: "", label: t("filter.open") },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        className="max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-[45%] md:w-44"
      />
      <FilterSelect
        name="affiliate"
        label={t("filter.affiliate")}
        value={filter.affiliate ?? ""}
        options={[
          { value: "", label: t("filter.all_affiliates") },
          { value: NO_AFFILIATE, label: t("lead.no_affiliate") },
          ...affiliates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        className="max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-[45%] md:w-52"
      />
      {view.tab === "deals" && (
        <Select
          name="payment"
          aria-label={t("filter.payment")}
          defaultValue={payment}
          options={[
            { value: "", label: t("filter.all_deals") },
            { value: UNPAID, label: t("filter.unpaid") },
          ]}
          className="max-md:min-w-[min(100%,9rem)] max-md:grow max-md:basis-[45%] md:w-44"
        />
      )}
      {view.layout && <input type="hidden" name="view" value={view.layout} />}
      {view.tab !== "archive" && sort && <input type="hidden" name="sort" value={sort} />}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
      {isNarrowed(view) && (
        <ButtonLink to={pathOfTab(view.tab)} preventScrollReset variant="ghost">
          {t("common:clear_filters")}
        </ButtonLink>
      )}
    </form>
  );
}
