import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { SearchInput } from "~/components/ui/search-input";
import { paths } from "~/paths/paths";

/** The field of the top bar, for phones, whose top bar has no space for it. */
export function SearchForm({ q }: { q: string }) {
  const { t } = useTranslation("shell");
  return (
    <Form action={paths.search()} role="search" aria-label={t("search.label")} className="flex gap-2 md:hidden">
      <SearchInput
        key={q}
        defaultValue={q}
        autoComplete="off"
        aria-label={t("search.label")}
        placeholder={t("search.placeholder")}
        className="flex-1"
      />
      <SubmitButton>{t("search.submit")}</SubmitButton>
    </Form>
  );
}
