import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { DateField } from "~/components/forms/date-field";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { HiddenField } from "~/components/forms/hidden-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { Button } from "~/components/ui/button";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { endReasons, type EndReason } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { previewEnd, problemOfEnd, type EndableDeal } from "~/domain/deals/preview-end";
import type { Day } from "~/domain/shared/dates";
import type { FormReply } from "~/browser/form-reply";
import { useFormat } from "~/browser/use-format";
import { EndPreview } from "./end-preview";
import { listSearch } from "./end-fields";

export type EndDealFormProps = {
  deal: EndableDeal;
  version: string;
  today: Day;
  /** Values in the URL, if the preview was requested without JavaScript. */
  chosen: Record<string, string>;
  /** The list behind, with its filters. */
  closeTo: string;
  lastResult: FormReply | undefined;
};

/** Asks for reason and day, and shows what happens to each month before it is saved. */
export function EndDealForm({ deal, version, today, chosen, closeTo, lastResult }: EndDealFormProps) {
  const { t } = useTranslation(["deals", "common"]);
  const format = useFormat();
  const address = useAddress();
  const { recurring } = deal.contract;
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { deal_id: deal.id, version, day: firstDay(deal, today), ...chosen },
    ...bySchema(endDealSchema),
  });
  const typed = { reason: fields.reason.value, day: fields.day.value };
  const entered = endDealSchema.safeParse({ deal_id: deal.id, ...typed });
  const problem = entered.success ? problemOfEnd(deal.contract, entered.data, today) : null;
  const preview = entered.success && !problem ? previewEnd(deal, entered.data) : null;
  const labels = { reason: t("end.reason"), day: t("end.day"), note: t("end.note") };
  const say = {
    day: (text: string | null) => text && format.day(text as Day),
    reason: (text: string | null) => text && t(`end.reasons.${text as EndReason}`),
  };
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-5">
      <EditErrors form={form} labels={labels} lastResult={lastResult} say={say} />
      <HiddenField field={fields.deal_id} />
      <HiddenField field={fields.version} />
      <HiddenFields values={[...new URLSearchParams(listSearch(address).search)]} />
      <RadioCardsField
        field={fields.reason}
        label={labels.reason}
        options={endReasons.map((value) => ({
          value,
          label: t(`end.reasons.${value}`),
          description: t(`end.reasons_text.${value}`),
        }))}
      />
      <DateField
        field={fields.day}
        label={labels.day}
        help={t(recurring ? "end.day_help_recurring" : "end.day_help_one_time")}
        {...(recurring && { min: recurring.start })}
      />
      <TextareaField field={fields.note} label={labels.note} help={t("end.note_help")} optional rows={2} />
      <EndPreview preview={preview} problem={problem?.code ?? null} />
      <FormActions>
        <DialogCancel to={closeTo} />
        {/* Without JavaScript the page shows the preview on request. */}
        <Button
          type="submit"
          formMethod="get"
          formNoValidate
          variant="secondary"
          className="hidden noscript:inline-flex"
        >
          {t("end.preview_button")}
        </Button>
        <SubmitButton variant="danger" pendingLabel={t("end.pending")}>
          {t("end.submit")}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

/** Returns today, or the nearest day of the contract. */
function firstDay({ contract: { recurring } }: EndableDeal, today: Day): Day {
  if (!recurring) return today;
  return today < recurring.start || today >= recurring.end ? recurring.start : today;
}
