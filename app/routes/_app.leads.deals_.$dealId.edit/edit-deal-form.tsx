import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { CommonFields, contractFields, OneTimeFields, RecurringFields } from "~/components/deals/contract-fields";
import { ContractPreview } from "~/components/deals/contract-preview";
import { ExceedsWarning } from "~/components/deals/exceeds-warning";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { HiddenField } from "~/components/forms/hidden-field";
import { VersionField } from "~/components/forms/version-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { editDealSchemaFor } from "~/domain/deals/deal.schema";
import { previewDeal } from "~/domain/deals/preview-deal";
import { previewEdit, type EditableDeal } from "~/domain/deals/preview-edit";
import { readCurrency, settledCurrency } from "~/domain/shared/currency";
import type { Day } from "~/domain/shared/dates";
import type { FormReply } from "~/browser/form-reply";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import { EditPreview } from "./edit-preview";
import { formValues } from "./form-values";
import { SettledFacts } from "./settled-facts";

export type EditDealFormProps = {
  deal: EditableDeal;
  version: string;
  /** The list behind, with its filters. */
  closeTo: string;
  lastResult: FormReply | undefined;
};

/** Edits a deal (LEAD-10). Shows the changes to its payments before it is saved. */
export function EditDealForm({ deal, version, closeTo, lastResult }: EditDealFormProps) {
  const { t } = useTranslation(["leads", "deals", "common"]);
  const locale = useNumberLocale();
  const schema = editDealSchemaFor(locale);
  const format = useFormat();
  const stored = formValues(deal.contract, locale);
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { deal_id: deal.id, version, ...stored },
    ...bySchema(schema),
  });
  const recurring = deal.contract.recurring !== null;
  const currencyFixed = deal.payments.some((payment) => payment.paid);
  const typed = Object.fromEntries(contractFields.map((name) => [name, fields[name].value?.toString()]));
  // A missing title does not affect the payments.
  const entered = schema.safeParse({
    ...typed,
    title: typed["title"] || "-",
    deal_id: deal.id,
  });
  const preview = entered.success ? previewEdit(deal, entered.data) : null;
  const labels = Object.fromEntries(contractFields.map((name) => [name, t(`deal.${name}`)]));
  const day = (text: string | null) => text && format.day(text as Day);
  const read = readCurrency(typed["currency"] ?? "");
  const shared = { fields, currency: settledCurrency(read, deal.home) ?? read, required: true };
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-5">
      <EditErrors
        form={form}
        labels={labels}
        lastResult={lastResult}
        say={{ close_date: day, contract_start_date: day }}
      />
      <VersionField field={fields.version} lastResult={lastResult} />
      <HiddenField field={fields.deal_id} />
      <HiddenField field={fields.deal_type} />
      <CommonFields fields={fields} settled={deal.paid || currencyFixed ? stored : undefined} />
      <SettledFacts deal={deal} />
      {!recurring && <OneTimeFields {...shared} settled={deal.paid ? stored : undefined} />}
      {recurring && (
        <div>
          <RecurringFields {...shared} />
          <ContractPreview {...previewDeal(typed, { locale, home: deal.home }, null)} />
        </div>
      )}
      <EditPreview deal={deal} preview={preview} />
      <ExceedsWarning commission={preview?.commission} />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("common:saving")}>{t("deals:edit.submit")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}
