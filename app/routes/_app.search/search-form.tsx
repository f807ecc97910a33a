import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Input } from "~/components/ui/input";

/** The same field as in the top bar, for phones, whose top bar has no room for it. */
export function SearchForm({ q }: { q: string }) {
  const { t } = useTranslation("shell");
  return (
    <Form action="/search" role="search" aria-label={t("search.label")} className="flex gap-2 md:hidden">
      <span className="relative grid min-w-0 flex-1 items-center">
        <Search aria-hidden className="pointer-events-none absolute left-3 size-4 text-faint" />
        <Input
          key={q}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          aria-label={t("search.label")}
          placeholder={t("search.placeholder")}
          className="pl-9"
        />
      </span>
      <SubmitButton>{t("search.submit")}</SubmitButton>
    </Form>
  );
}
