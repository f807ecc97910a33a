import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Select } from "~/components/ui/select";
import { affiliateStatuses } from "~/domain/affiliates/affiliate.schema";

export type FilterFormProps = { search: string; status: string };

/** Search and status of the list; both live in the address. */
export function FilterForm({ search, status }: FilterFormProps) {
  const { t } = useTranslation(["affiliates", "common"]);
  const form = useRef<HTMLFormElement>(null);
  // Back, forward and "clear" change the address without touching the fields.
  useEffect(() => {
    const fields = form.current?.elements;
    (fields?.namedItem("q") as HTMLInputElement).value = search;
    (fields?.namedItem("status") as HTMLSelectElement).value = status;
  }, [search, status]);
  return (
    <Form
      ref={form}
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
          maxLength={200}
          className="pl-9"
        />
      </span>
      <Select
        name="status"
        aria-label={t("filter.status")}
        defaultValue={status}
        options={[
          { value: "", label: t("filter.all") },
          ...affiliateStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        className="max-md:min-w-0 max-md:flex-1 md:w-44"
      />
      <SubmitButton variant="secondary">{t("filter.submit")}</SubmitButton>
      {(search || status) && (
        <ButtonLink to="/affiliates" variant="ghost">
          {t("common:clear_filters")}
        </ButtonLink>
      )}
    </Form>
  );
}
