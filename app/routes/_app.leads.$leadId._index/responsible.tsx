import { useId } from "react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useAuth } from "~/browser/use-auth";
import "~/components/conversation/conversation-texts";
import { SubmitButton } from "~/components/forms/submit-button";
import { workIntents } from "~/components/leads/work-intents";
import { DialogForm } from "~/components/ui/route-dialog";
import { Select } from "~/components/ui/select";
import { NO_MEMBER } from "~/domain/leads/lead-work";
import type { Mentionable } from "~/domain/leads/mentions";

type ResponsibleProps = { leadId: string; responsible: string | null; people: readonly Mentionable[]; action: string };

/** Who is responsible for a lead, and the choice of another member. */
export function Responsible({ leadId, responsible, people, action }: ResponsibleProps) {
  const { t } = useTranslation(["work", "leads", "common"]);
  const { user } = useAuth();
  const id = useId();
  const known = people.some((person) => person.id === responsible) ? responsible : null;
  const fixed = (
    <>
      <input type="hidden" {...intent(workIntents, "assign")} />
      <input type="hidden" name="lead_id" value={leadId} />
    </>
  );
  return (
    <div className="relative space-y-2">
      <DialogForm action={action} className="space-y-1.5">
        {fixed}
        <label htmlFor={id} className="block font-medium">
          {t("leads:lead.responsible")}
        </label>
        <div className="flex gap-2">
          <Select
            key={known}
            id={id}
            name="responsible"
            defaultValue={known ?? NO_MEMBER}
            options={[
              { value: NO_MEMBER, label: t("nobody") },
              ...people.map((person) => ({ value: person.id, label: person.name })),
            ]}
            className="min-w-0 flex-1"
          />
          <SubmitButton variant="secondary" className="px-3">
            {t("common:save")}
          </SubmitButton>
        </div>
      </DialogForm>
      {known !== user.id && (
        <DialogForm action={action} className="grid">
          {fixed}
          <SubmitButton name="responsible" value={user.id} variant="secondary" data-key="m">
            {t("take")}
          </SubmitButton>
        </DialogForm>
      )}
    </div>
  );
}
