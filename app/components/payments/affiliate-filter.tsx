import { Form, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Select } from "~/components/ui/select";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { addressWith } from "./address";

export type AffiliateFilterProps = {
  path: string;
  choices: readonly AffiliateChoice[];
  chosen: AffiliateChoice | null;
  /** Other filters of the list, which are cleared together with this one. */
  others?: readonly string[];
  words: { label: string; all: string; submit: string };
};

/** Narrows a list of payments to one affiliate. Applies at once; without JavaScript by its button. */
export function AffiliateFilter({ path, choices, chosen, others = [], words }: AffiliateFilterProps) {
  const { t } = useTranslation("common");
  const { search } = useLocation();
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  const current = chosen?.id ?? "";
  // Back, forward and "clear" change the address without touching the field.
  useEffect(() => {
    if (select.current) select.current.value = current;
  }, [current]);
  const params = new URLSearchParams(search);
  const filters = ["affiliate", ...others];
  const kept = [...params].filter(([name]) => !["affiliate", "cursor"].includes(name));
  return (
    <Form
      method="get"
      action={path}
      role="search"
      aria-label={words.label}
      preventScrollReset
      className="flex flex-wrap items-center gap-2 max-md:w-full"
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Select
        ref={select}
        name="affiliate"
        aria-label={words.label}
        defaultValue={current}
        onChange={({ target }) =>
          navigate(addressWith(path, search, { affiliate: target.value || null }), {
            preventScrollReset: true,
          })
        }
        options={[
          { value: "", label: words.all },
          ...choices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        className="max-md:min-w-0 max-md:flex-1 md:w-56"
      />
      <SubmitButton variant="secondary" className="hidden noscript:inline-flex">
        {words.submit}
      </SubmitButton>
      {(chosen || others.some((name) => params.has(name))) && (
        <ButtonLink
          to={addressWith(path, search, Object.fromEntries(filters.map((name) => [name, null])))}
          variant="ghost"
          preventScrollReset
        >
          {t("clear_filters")}
        </ButtonLink>
      )}
    </Form>
  );
}
