import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { Alert } from "~/components/ui/alert";
import { DialogCancel } from "~/components/ui/route-dialog";
import type { ChosenLead } from "~/domain/leads/read-chosen-leads.server";

/** Maximum number of names in a dialog; above it, only the number is shown. */
const MAX_NAMED = 6;

type ChosenLeadsProps = {
  leads: readonly ChosenLead[];
  /** Returns why a lead will stay as it is; null for one that will not. */
  stays: (lead: ChosenLead) => string | null;
};

/** Lists the leads of an action in its dialog, first those that will stay as they are. */
export function ChosenLeads({ leads, stays }: ChosenLeadsProps) {
  const { t } = useTranslation("leads");
  const named = [...leads].sort((one, two) => Number(!stays(one)) - Number(!stays(two))).slice(0, MAX_NAMED);
  const more = leads.length - named.length;
  return (
    <>
      {leads.map(({ id }) => (
        <input key={id} type="hidden" name="lead_id" value={id} />
      ))}
      <ul className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
        {named.map((lead) => {
          const reason = stays(lead);
          return (
            <li key={lead.id}>
              <span className={reason ? "text-muted" : "font-medium"}>{lead.company}</span>
              {reason && <span className="text-warning"> – {reason}</span>}
            </li>
          );
        })}
        {more > 0 && <li className="text-muted">{t("batch.more", { count: more })}</li>}
      </ul>
    </>
  );
}

/** Replaces the form when no lead was chosen. */
export function NoneChosen({ closeTo }: { closeTo: string }) {
  const { t } = useTranslation(["leads", "common"]);
  return (
    <>
      <Alert tone="info">{t("batch.none")}</Alert>
      <FormActions className="pt-4">
        <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
      </FormActions>
    </>
  );
}
