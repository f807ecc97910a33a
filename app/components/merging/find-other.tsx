import "./merging-texts";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { Input } from "~/components/ui/input";
import { Link } from "~/components/ui/link";

/** A record that another may be merged with. */
export interface OtherRecord {
  id: string;
  /** Leads to the preview of merging both. */
  to: string;
  name: string;
  about: readonly string[];
  status: ReactNode;
}

export type FindOtherProps = {
  /** What is merged. */
  of: "merge" | "affiliate";
  action: string;
  /** The parameters of the list, so that the dialog keeps the list behind it as it is. */
  values: Iterable<[string, string]>;
  find: string;
  found: readonly OtherRecord[];
};

/** The records that a record may be merged with, and a search for others (WORK-11). */
export function FindOther({ of, action, values, find, found }: FindOtherProps) {
  const { t } = useTranslation("merging");
  return (
    <div className="grid gap-4">
      <Form method="get" action={action} role="search" preventScrollReset replace>
        <HiddenFields values={[...values]} />
        <label htmlFor="find" className="mb-1.5 block font-medium">
          {t(`${of}.search`)}
        </label>
        <span className="flex gap-2">
          <Input
            id="find"
            type="search"
            name="find"
            maxLength={200}
            defaultValue={find}
            placeholder={t(`${of}.placeholder`)}
            className="min-w-0 flex-1"
          />
          <SubmitButton variant="secondary">{t("merge.find")}</SubmitButton>
        </span>
      </Form>
      {found.length === 0 ? (
        <p className="text-muted">{t(`${of}.none`)}</p>
      ) : (
        <section aria-labelledby="found">
          <h3 id="found" className="mb-2 font-medium">
            {t(find ? `${of}.found` : `${of}.likely`)}
          </h3>
          <ul className="divide-y rounded-lg border">
            {found.map(({ id, to, name, about, status }) => (
              <li key={id}>
                <Link
                  to={to}
                  replace
                  preventScrollReset
                  className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-sunken"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{name}</span>
                    <span className="block text-xs wrap-anywhere text-muted">{about.join(" · ")}</span>
                  </span>
                  {status}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
