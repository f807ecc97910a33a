import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { mayMove } from "~/domain/leads/lead";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { swallowRepeats } from "../_app.leads/swallow-repeats";

/** What may be done with a lead in its state, the next step last; correcting it always. */
export function LeadActions({ lead }: { lead: LeadDetails }) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const pathOf = (dialog: string) => `/leads/${lead.id}/${dialog}${search}`;
  const link = { replace: true, preventScrollReset: true } as const;
  const mayQualify = mayMove(lead.status, "qualified");
  return (
    // What comes next may have its buttons where these were.
    <div onClick={(event) => swallowRepeats(event.nativeEvent)}>
      <FormActions className="pt-6">
        {lead.open && (
          <ButtonLink {...link} variant="ghost" to={pathOf("lose")}>
            {t("lead.lose")}
          </ButtonLink>
        )}
        <ButtonLink {...link} variant="secondary" to={pathOf("edit")}>
          {t("lead.edit")}
        </ButtonLink>
        {lead.open && (
          <ButtonLink {...link} variant={mayQualify ? "secondary" : "primary"} to={pathOf("deal")}>
            {t("lead.create_deal")}
          </ButtonLink>
        )}
        {mayQualify && (
          <DialogForm action={`/leads/${lead.id}${search}`} className="grid">
            <SubmitButton name="status" value="qualified">
              {t("lead.qualify")}
            </SubmitButton>
          </DialogForm>
        )}
      </FormActions>
    </div>
  );
}
