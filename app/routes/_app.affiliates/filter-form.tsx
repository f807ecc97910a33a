import { useLocation } from "@remix-run/react";
import { Search } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Select } from "~/components/ui/select";
import { affiliateStatuses } from "~/domain/affiliates/affiliate.schema";
import { useFilterForm } from "./use-filter-form";

export type FilterFormProps = { search: string; status: string };

/** Search and status of the list; both live in the address. Sends itself; without JavaScript there is a button. */
export function FilterForm({ search, status }: FilterFormProps) {
  const { t } = useTranslation(["affiliates", "common"]);
  const form = useRef<HTMLFormElement>(null);
  const { send, onType, onSubmit } = useFilterForm(form, { search, status });
  const sort = new URLSearchParams(useLocation().search).get("sort");
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      method="get"
      action="/affiliates"
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
          defaultValue={search}
          onChange={onType}
          maxLength={200}
          className="pl-9"
        />
      </span>
      <Select
        name="status"
        aria-label={t("filter.status")}
        defaultValue={status}
        onChange={send}
        options={[
          { value: "", label: t("filter.all") },
          ...affiliateStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        className="max-md:min-w-0 max-md:flex-1 md:w-44"
      />
      {sort && <input type="hidden" name="sort" value={sort} />}
      <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
        {t("filter.submit")}
      </Button>
      {(search || status) && (
        <ButtonLink to="/affiliates" variant="ghost" preventScrollReset>
          {t("common:clear_filters")}
        </ButtonLink>
      )}
    </form>
  );
}
