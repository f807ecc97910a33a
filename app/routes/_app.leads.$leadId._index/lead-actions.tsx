import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { DialogForm } from "~/components/ui/route-dialog";
import { swallowRepeats } from "~/components/ui/swallow-repeats";
import { useAddress } from "~/components/ui/use-address";
import { mayMove } from "~/domain/leads/lead";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { isErased } from "~/domain/shared/erased";
import { paths, type LeadDialog } from "~/paths/paths";
import { intent } from "~/browser/intents";
import { moveIntents } from "~/components/leads/lead-intents";

/** The actions of a lead in its state, with the next step last. Editing is possible until the contact is erased. */
export function LeadActions({ lead }: { lead: LeadDetails }) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const pathOf = (dialog: LeadDialog) => paths.leadDialog(lead.id, dialog, search);
  const link = { replace: true, preventScrollReset: true } as const;
  const erased = isErased(lead.contact.email);
  const mayQualify = mayMove(lead.status, "qualified");
  return (
    // The buttons that appear next can be at the same position.
    <div onClick={(event) => swallowRepeats(event.nativeEvent)}>
      <FormActions className="pt-6">
        {lead.open && (
          <ButtonLink {...link} variant="ghost" to={pathOf("lose")}>
            {t("lead.lose")}
          </ButtonLink>
        )}
        {!erased && (
          <ButtonLink {...link} variant="secondary" to={pathOf("edit")}>
            {t("lead.edit")}
          </ButtonLink>
        )}
        {lead.open && (
          <ButtonLink {...link} variant={mayQualify ? "secondary" : "primary"} to={pathOf("deal")}>
            {t("lead.create_deal")}
          </ButtonLink>
        )}
        {mayMove(lead.status, "contacted") && (
          <DialogForm action={paths.lead(lead.id, search)} className="grid">
            <input type="hidden" {...intent(moveIntents, "move")} />
            <SubmitButton name="status" value="contacted" variant="secondary">
              {t("lead.contact_status")}
            </SubmitButton>
          </DialogForm>
        )}
        {mayQualify && (
          <DialogForm action={paths.lead(lead.id, search)} className="grid">
            <input type="hidden" {...intent(moveIntents, "move")} />
            <SubmitButton name="status" value="qualified">
              {t("lead.qualify")}
            </SubmitButton>
          </DialogForm>
        )}
      </FormActions>
    </div>
  );
}
