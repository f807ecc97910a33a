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
import { Icon } from "~/components/ui/icon";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { editDealSchemaFor, type DealContract } from "~/domain/deals/deal.schema";
import { previewDeal } from "~/domain/deals/preview-deal";
import { previewEdit, type EditableDeal, type EditPreview as Preview } from "~/domain/deals/preview-edit";
import { readCurrency, resolveSharedSymbol } from "~/domain/shared/currency";
import type { Day } from "~/domain/shared/dates";
import { ownEntries, type OwnData } from "~/domain/fields/own-value";
import { OwnFields } from "~/components/fields/own-fields";
import { ownLabels, useOwnSay } from "~/components/fields/use-own-words";
import type { FormReply } from "~/browser/form-reply";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { LiveText } from "~/components/ui/live-text";
import { contractValues } from "~/domain/deals/deal-contract";
import { toInputValue } from "~/domain/shared/read-amount";
import type { PaymentPlan } from "~/domain/deals/plan-payments";
import type { Money } from "~/domain/shared/money";

export type EditDealFormProps = {
  deal: EditableDeal & { own: OwnData };
  version: string;
  /** The list behind, with its filters. */
  closeTo: string;
  lastResult: FormReply | undefined;
};

/** Edits a deal (LEAD-10). Shows the changes to its payments before it is saved. */
export function EditDealForm({ deal, version, closeTo, lastResult }: EditDealFormProps) {
  const { t } = useTranslation(["leads", "deals", "common"]);
  const locale = useNumberLocale();
  const { own } = deal;
  const say = useOwnSay(own);
  const schema = editDealSchemaFor(locale, own.fields, { stored: own.values });
  const format = useFormat();
  const stored = formValues(deal.contract, locale);
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { ...ownEntries(own, locale), deal_id: deal.id, version, ...stored },
    ...bySchema(schema),
  });
  const recurring = deal.contract.recurring !== null;
  const currencyFixed = deal.payments.some((payment) => payment.paid);
  const typed = Object.fromEntries(contractFields.map((name) => [name, fields[name].value?.toString()]));
  // A missing title does not affect the payments.
  const entered = editDealSchemaFor(locale).safeParse({
    ...typed,
    title: typed["title"] || "-",
    deal_id: deal.id,
  });
  const preview = entered.success ? previewEdit(deal, entered.data) : null;
  const contract = Object.fromEntries(contractFields.map((name) => [name, t(`deal.${name}`)]));
  const labels = { ...contract, ...ownLabels(own) };
  const day = (text: string | null) => text && format.day(text as Day);
  const read = readCurrency(typed["currency"] ?? "");
  const shared = { fields, currency: resolveSharedSymbol(read, deal.home) ?? read, required: true };
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-5">
      <EditErrors
        form={form}
        labels={labels}
        lastResult={lastResult}
        say={{ ...say, close_date: day, contract_start_date: day }}
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
      <OwnFields own={own} fields={fields} />
      <EditPreview deal={deal} preview={preview} />
      <ExceedsWarning commission={preview?.commission} />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton pendingLabel={t("common:saving")}>{t("deals:edit.submit")}</SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

type EditPreviewProps = {
  deal: EditableDeal;
  /** Null while something is missing or cannot be read. */
  preview: Preview | null;
};

/** Shows what the deal will pay, and what happens to its payments, recalculated while it is edited. */
function EditPreview({ deal, preview }: EditPreviewProps) {
  const { t } = useTranslation(["deals", "leads"]);
  const format = useFormat();
  const wordsOf = usePlanWords();
  const recurring = deal.contract.recurring !== null;
  const before = format.money(deal.trace.result);
  const after = preview && format.money(preview.commission.result);
  const words = preview?.plan ? wordsOf(preview.plan, preview.commission.result) : [];
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="text-muted">{t(recurring ? "leads:deal.commission_monthly" : "leads:deal.commission")}</p>
      <LiveText className="noscript:hidden">
        <p className="text-lg font-semibold tabular-nums">
          {after ?? "–"}{" "}
          {after && after !== before && (
            <span className="text-sm font-normal text-muted">{t("edit.before", { amount: before })}</span>
          )}
        </p>
        <p className="mt-1 text-muted">
          {preview ? <CommissionExplanation trace={preview.commission} /> : t("edit.incomplete")}
        </p>
        {words.length > 0 && (
          <ul className="mt-3 list-disc space-y-1 border-t pt-3 pl-4">
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </LiveText>
      <p className="hidden noscript:block">
        {deal.paid ? before : t("edit.without_script", { amount: before })}
        {recurring && ` ${t("edit.without_script_months")}`}
      </p>
    </div>
  );
}

/** Returns a contract by the names of the form's fields, with amounts in the locale's format. */
function formValues(contract: DealContract, locale: string): Record<string, string> {
  const typed = Object.entries(contractValues(contract)).map(([name, value]) => [
    name,
    typeof value === "object" && value ? toInputValue(value.amount, value.currency, locale) : String(value ?? ""),
  ]);
  return { deal_type: contract.recurring ? "recurring" : "one-time", ...Object.fromEntries(typed) };
}

/** Shows the values of a deal that can no longer be changed, and why. */
function SettledFacts({ deal }: { deal: EditableDeal }) {
  const { t } = useTranslation(["deals", "leads"]);
  const format = useFormat();
  const { amount, currency, recurring } = deal.contract;
  const monthsPaid = deal.payments.some((payment) => payment.paid);
  const facts = [
    { label: t("leads:deal.deal_type"), value: t(`leads:deal_type.${recurring ? "recurring" : "one-time"}`) },
    ...(deal.paid ? [{ label: t("leads:deal.amount"), value: format.money({ amount, currency }) }] : []),
    ...(monthsPaid ? [{ label: t("leads:deal.currency"), value: currency }] : []),
  ];
  const reason = deal.paid ? t("edit.commission_paid") : monthsPaid ? t("edit.months_paid") : null;
  return (
    <div className="rounded-lg border px-4 py-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {reason && (
        <p className="mt-1 flex items-start gap-2 text-muted">
          <Icon name="lock" className="mt-0.5 size-4 shrink-0" />
          {reason}
        </p>
      )}
    </div>
  );
}

/** Describes the changes to a deal's payments, one sentence per kind of change. */
function usePlanWords() {
  const { t } = useTranslation("deals");
  const format = useFormat();
  return ({ changed, added, removed, kept, paid, paidOutside }: PaymentPlan, commission: Money): string[] => {
    // A removed payment and an added one are described as one that moved to another day.
    const moved = Math.min(added.length, removed.length);
    const amount = format.money(commission);
    const say = (key: string, count: number) => (count > 0 ? [t(`plan.${key}`, { count, amount })] : []);
    return [
      ...say("changed", changed.length),
      ...say("moved", moved),
      ...say("added", added.length - moved),
      ...say("removed", removed.length - moved),
      ...say("kept", kept),
      ...say("paid", paid),
      ...say("paid_outside", paidOutside),
    ];
  };
}
