import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useAuth } from "~/browser/use-auth";
import { SubmitButton } from "~/components/forms/submit-button";
import { moveIntents } from "~/components/leads/lead-intents";
import { DeleteLeadLink, MergeLeadLink } from "~/components/merging/lead-links";
import { ButtonLink } from "~/components/ui/button";
import { DialogForm } from "~/components/ui/route-dialog";
import { swallowRepeats } from "~/components/ui/swallow-repeats";
import { useAddress } from "~/components/ui/use-address";
import { mayMove } from "~/domain/leads/lead";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { isErased } from "~/domain/shared/erased";
import { fromLeadPage } from "~/paths/lead-view";
import { paths, type LeadDialog } from "~/paths/paths";

const link = { replace: true, preventScrollReset: true } as const;

/** Returns the address of a dialog that returns to the page of the lead. */
function useDialogs(lead: LeadDetails) {
  const { search } = useAddress();
  return (dialog: LeadDialog) => paths.leadDialog(lead.id, dialog, fromLeadPage(search));
}

/** The everyday actions of a lead in its state, the next one first. Editing is possible until the contact is erased. */
export function LeadActions({ lead, action }: { lead: LeadDetails; action: string }) {
  const { t } = useTranslation(["leads", "work"]);
  const pathOf = useDialogs(lead);
  const mayQualify = mayMove(lead.status, "qualified");
  const move = (status: "contacted" | "qualified", label: string) => (
    <DialogForm action={action} className="grid">
      <input type="hidden" {...intent(moveIntents, "move")} />
      <SubmitButton
        name="status"
        value={status}
        variant={status === "qualified" ? "primary" : "secondary"}
        {...(status === "qualified" && { "data-key": "q" })}
      >
        {label}
      </SubmitButton>
    </DialogForm>
  );
  return (
    // The buttons that appear next can be at the same position.
    <div
      role="group"
      aria-label={t("work:parts.actions")}
      onClick={(event) => swallowRepeats(event.nativeEvent)}
      className="grid grid-cols-2 gap-2 md:flex md:flex-wrap"
    >
      {mayQualify && move("qualified", t("lead.qualify"))}
      {mayMove(lead.status, "contacted") && move("contacted", t("lead.contact_status"))}
      {lead.open && (
        <ButtonLink {...link} variant={mayQualify ? "secondary" : "primary"} to={pathOf("deal")}>
          {t("lead.create_deal")}
        </ButtonLink>
      )}
      {!isErased(lead.contact.email) && (
        <ButtonLink {...link} variant="secondary" to={pathOf("edit")} data-key="e">
          {t("lead.edit")}
        </ButtonLink>
      )}
    </div>
  );
}

/** Returns whether there are actions that end the work on a lead. */
export function hasDangerousActions(lead: LeadDetails): boolean {
  // Leads without a deal can be deleted, the others merged.
  return lead.deals.length === 0 || !isErased(lead.contact.email);
}

/** The actions that end the work on a lead, apart from the everyday ones. */
export function DangerousActions({ lead }: { lead: LeadDetails }) {
  const { t } = useTranslation("leads");
  const { role } = useAuth();
  const pathOf = useDialogs(lead);
  return (
    <div className="grid gap-2 md:flex md:flex-wrap">
      {lead.open && (
        <ButtonLink {...link} variant="secondary" to={pathOf("lose")}>
          {t("lead.lose")}
        </ButtonLink>
      )}
      {!isErased(lead.contact.email) && <MergeLeadLink leadId={lead.id} />}
      {role === "owner" && !isErased(lead.contact.email) && (
        <ButtonLink {...link} variant="secondary" to={pathOf("erase")} className="text-danger">
          {t("lead.erase")}
        </ButtonLink>
      )}
      {lead.deals.length === 0 && <DeleteLeadLink leadId={lead.id} />}
    </div>
  );
}
