import { Form, useLocation } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Select } from "~/components/ui/select";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { isNarrow } from "~/domain/leads/lead-filter";
import { NO_AFFILIATE } from "~/domain/leads/lead.schema";
import { pathOfTab, statusOf, type LeadView } from "./lead-view";
import { useFilterForm } from "./use-filter-form";

const statuses = ["new", "contacted", "qualified", "converted", "lost"] as const;

export type FilterFormProps = { view: LeadView; affiliates: readonly AffiliateChoice[] };

/** Search, status and affiliate; all live in the address. Sends itself while somebody types. */
export function FilterForm({ view, affiliates }: FilterFormProps) {
  const { t } = useTranslation(["leads", "common"]);
  const { search } = useLocation();
  const { filter } = view;
  const form = useFilterForm(view);
  const sort = new URLSearchParams(search).get("sort");
  return (
    <Form
      {...form}
      method="get"
      action="/leads"
      role="search"
      aria-label={t("filter.label")}
      className="flex flex-wrap gap-2"
    >
      <span className="relative grid min-w-0 items-center max-md:w-full md:w-80">
        <Search aria-hidden className="pointer-events-none absolute left-3 size-4 text-muted" />
        <Input
          type="search"
          name="q"
          aria-label={t("filter.search")}
          placeholder={t("filter.placeholder")}
          defaultValue={filter.search}
          maxLength={200}
          className="pl-9"
        />
      </span>
      <Select
        name="status"
        aria-label={t("filter.status")}
        defaultValue={statusOf(view)}
        options={[
          { value: "", label: t("filter.open") },
          ...statuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        className="max-md:min-w-0 max-md:grow max-md:basis-[45%] md:w-44"
      />
      <Select
        name="affiliate"
        aria-label={t("filter.affiliate")}
        defaultValue={filter.affiliate ?? ""}
        className="max-md:min-w-0 max-md:grow max-md:basis-[45%] md:w-52"
      >
        <option value="">{t("filter.all_affiliates")}</option>
        <option value={NO_AFFILIATE}>{t("lead.no_affiliate")}</option>
        {affiliates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {view.tab === "deals" && sort && <input type="hidden" name="sort" value={sort} />}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
      {(isNarrow(filter) || view.status) && (
        <ButtonLink to={pathOfTab(view.tab)} preventScrollReset variant="ghost">
          {t("common:clear_filters")}
        </ButtonLink>
      )}
    </Form>
  );
}
