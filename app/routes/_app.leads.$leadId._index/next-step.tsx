import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { replyTo } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import "~/components/conversation/conversation-texts";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { workIntents } from "~/components/leads/work-intents";
import { NextFocus } from "~/components/payments/next-focus";
import { StatusBadge } from "~/components/ui/badge";
import { Icon } from "~/components/ui/icon";
import { DialogForm } from "~/components/ui/route-dialog";
import { stepState, type LeadWork } from "~/domain/leads/lead-work";
import { nextStepSchema } from "~/domain/leads/next-step.schema";
import { addDays, type Day } from "~/domain/shared/dates";

type NextStepProps = { leadId: string; work: LeadWork; today: Day; action: string };

/** The next step of a lead (WORK-07): what and when, done with one click, or the form for the next one. */
export function NextStep({ leadId, work, today, action }: NextStepProps) {
  const { t } = useTranslation(["work", "leads"]);
  const { nextStep, nextStepOn } = work;
  const reply = replyTo(useReply(), "step");
  if (nextStep === null || nextStepOn === null) {
    return (
      <div className="space-y-3">
        <p className="text-muted">{t("none_text")}</p>
        <StepForm key="new" leadId={leadId} work={work} today={today} action={action} />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <p className="font-medium wrap-anywhere">{nextStep}</p>
        <DueBadge day={nextStepOn} today={today} />
      </div>
      <DialogForm action={action} className="grid">
        <input type="hidden" {...intent(workIntents, "step-done")} />
        <input type="hidden" name="lead_id" value={leadId} />
        <NextFocus id="step-next_step" />
        <SubmitButton name="step" value={nextStep} aria-label={t("done_of", { step: nextStep })} data-key="d">
          <Icon name="check" />
          {t("done")}
        </SubmitButton>
      </DialogForm>
      <details open={reply !== undefined}>
        <summary className="min-h-11 cursor-pointer py-2.5 text-muted underline underline-offset-4 md:min-h-8 md:py-1">
          {t("change")}
        </summary>
        <div className="space-y-3 pt-2">
          <StepForm key={`${nextStep} ${nextStepOn}`} leadId={leadId} work={work} today={today} action={action} />
          <DialogForm action={action} className="grid">
            <input type="hidden" {...intent(workIntents, "step")} />
            <input type="hidden" name="lead_id" value={leadId} />
            <SubmitButton variant="ghost">{t("clear")}</SubmitButton>
          </DialogForm>
        </div>
      </details>
    </div>
  );
}

function DueBadge({ day, today }: { day: Day; today: Day }) {
  const { t } = useTranslation("work");
  const format = useFormat();
  const state = stepState(day, today);
  if (state === "overdue") {
    return (
      <StatusBadge tone="danger" icon="circle-exclamation-point">
        {t("overdue", { date: format.day(day) })}
      </StatusBadge>
    );
  }
  if (state === "today") {
    return (
      <StatusBadge tone="warning" icon="clock">
        {t("due_today")}
      </StatusBadge>
    );
  }
  return <p className="text-muted">{t("due_on", { date: format.day(day) })}</p>;
}

/** The form of a step. A quick day saves with it; the button, and Enter, save with the day in the field. */
function StepForm({ leadId, work, today, action }: NextStepProps) {
  const { t } = useTranslation(["work", "leads", "common"]);
  const [form, fields] = useForm({
    id: "step",
    lastResult: replyTo(useReply(), "step"),
    defaultValue: { next_step: work.nextStep, next_step_on: work.nextStepOn ?? today },
    ...bySchema(nextStepSchema, { lead_id: leadId }),
  });
  const labels = { next_step: t("what"), next_step_on: t("when") };
  const quick = { tomorrow: addDays(today, 1), in_a_week: addDays(today, 7) } as const;
  return (
    <DialogForm {...getFormProps(form)} action={action} className="grid gap-3">
      <input type="hidden" name="intent" value="step" />
      <FormErrors form={form} labels={labels} />
      <TextField field={fields.next_step} label={labels.next_step} required autoComplete="off" />
      <DateField field={fields.next_step_on} label={labels.next_step_on} />
      <div className="grid gap-2">
        <SubmitButton variant="secondary" pendingLabel={t("common:saving")}>
          {t("save")}
        </SubmitButton>
        <div className="-mx-1 flex *:grow">
          {(["tomorrow", "in_a_week"] as const).map((key) => (
            <SubmitButton key={key} name="day" value={quick[key]} variant="secondary" size="sm">
              {t(key)}
            </SubmitButton>
          ))}
        </div>
      </div>
    </DialogForm>
  );
}
