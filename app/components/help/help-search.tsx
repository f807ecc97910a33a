import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { paths } from "~/paths/paths";

export type HelpSearchProps = {
  label: string;
  query: string;
  /** The language of the address, which the results keep. */
  language: string | null;
};

/** The search of the handbook. */
export function HelpSearch({ label, query, language }: HelpSearchProps) {
  const { t } = useTranslation("shell");
  return (
    <Form role="search" aria-label={label} action={paths.help()} className="mt-8 flex max-w-xl gap-2">
      {language && <input type="hidden" name="lang" value={language} />}
      {/* SearchInput would be in a chunk of its own, which all staff screens would load. */}
      <Input
        key={query}
        type="search"
        name="q"
        maxLength={200}
        aria-label={label}
        placeholder={label}
        defaultValue={query}
        required
        className="flex-1"
      />
      <Button type="submit" variant="secondary">
        {t("search.submit")}
      </Button>
    </Form>
  );
}
