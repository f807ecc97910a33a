import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";

export type ElsewhereProps = {
  title: string;
  /** The route that switches. */
  action: string;
  /** Fields that are the same for all. */
  hidden?: Readonly<Record<string, string>>;
  /** Name of the field with the id. */
  name: string;
  places: readonly { id: string; name: string }[];
};

/** Leads from a closed organization to the others of the user. */
export function Elsewhere({ title, action, hidden = {}, name, places }: ElsewhereProps) {
  const { t } = useTranslation("closing");
  const id = useId();
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2 border-t pt-4">
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      {places.map((place) => (
        // The whole page is reloaded: nothing of the closed organization stays on it.
        <Form key={place.id} method="post" action={action} reloadDocument className="grid">
          {Object.entries(hidden).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <input type="hidden" name={name} value={place.id} />
          <SubmitButton variant="secondary" className="wrap-anywhere">
            {t("closed.switch", { organization: place.name })}
          </SubmitButton>
        </Form>
      ))}
    </section>
  );
}
