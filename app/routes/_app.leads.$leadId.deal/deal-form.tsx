import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { CommonFields, contractFields, OneTimeFields, RecurringFields } from "~/components/deals/contract-fields";
import { ContractPreview } from "~/components/deals/contract-preview";
import { ExceedsWarning } from "~/components/deals/exceeds-warning";
import { bySchema } from "~/components/forms/by-schema";
import { OwnFields } from "~/components/fields/own-fields";
import { ownLabels } from "~/components/fields/use-own-words";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { createDealSchemaFor, dealTypes, DEFAULT_CONTRACT_MONTHS } from "~/domain/deals/deal.schema";
import type { OwnData } from "~/domain/fields/own-value";
import { previewDeal } from "~/domain/deals/preview-deal";
import type { PricingTerms, WonVolume, CommissionTrace } from "~/domain/terms/pricing";
import type { LeadDetails } from "~/domain/leads/read-lead.server";
import { readCurrency, resolveSharedSymbol } from "~/domain/shared/currency";
import type { Day } from "~/domain/shared/dates";
import { useNumberLocale, useFormat } from "~/browser/use-format";
import { useAffiliateName } from "~/browser/namesakes";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { LiveText } from "~/components/ui/live-text";
import { paths } from "~/paths/paths";
import type { ReactNode } from "react";
import { cn } from "~/components/ui/cn";

export type DealFormProps = {
  lead: LeadDetails;
  /** The own fields of deals. */
  own: OwnData;
  terms: PricingTerms | null;
  /** The affiliate's won volume so far, which tiers depend on. */
  won: WonVolume[];
  today: Day;
  /** The organization's default currency. */
  home: string;
  submissionId: string;
  /** The list behind, with its filters. */
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** The form for a new deal (LEAD-06); the server uses the same schema and the same price calculation. */
export function DealForm(props: DealFormProps) {
  const { lead, own, terms, won, today, home, submissionId, closeTo, lastResult } = props;
  const { t } = useTranslation(["leads", "common"]);
  const locale = useNumberLocale();
  const [form, fields] = useForm({
    lastResult,
    defaultValue: {
      lead_id: lead.id,
      submission_id: submissionId,
      deal_type: "one-time",
      currency: terms?.currency ?? home,
      close_date: today,
      contract_duration_months: String(DEFAULT_CONTRACT_MONTHS),
      contract_start_date: today,
    },
    ...bySchema(createDealSchemaFor(locale, own.fields)),
  });
  const typed = Object.fromEntries(contractFields.map((name) => [name, fields[name].value?.toString()]));
  const preview = previewDeal(typed, { locale, home }, terms, won);
  const currencyRead = readCurrency(typed["currency"] ?? "");
  const suffix = resolveSharedSymbol(currencyRead, home) ?? currencyRead;
  const shared = { fields, currency: suffix };
  const isRecurring = typed["deal_type"] === "recurring";
  const contract = Object.fromEntries(contractFields.map((name) => [name, t(`deal.${name}`)]));
  const labels = { ...contract, ...ownLabels(own) };
  return (
    <DialogForm {...getFormProps(form)} className="group/deal grid gap-5">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.lead_id} />
      <HiddenField field={fields.submission_id} />
      <CommonFields fields={fields} />
      <RadioCardsField
        field={fields.deal_type}
        label={t("deal.deal_type")}
        options={dealTypes.map((type) => ({
          value: type,
          label: t(`deal_type.${type}`),
          description: t(`deal_type_help.${type}`),
        }))}
      />
      <DealTypeFields type="one-time">
        <OneTimeFields {...shared} required={!isRecurring} />
      </DealTypeFields>
      <DealTypeFields type="recurring">
        <RecurringFields {...shared} required={isRecurring} />
        <ContractPreview {...preview} />
      </DealTypeFields>
      <OwnFields own={own} fields={fields} />
      <CommissionPreview
        commission={preview.commission}
        monthly={isRecurring}
        terms={terms}
        affiliate={lead.affiliate}
      />
      {lead.affiliate && <ExceedsWarning commission={preview.commission} />}
      <FormActions>
        <DialogCancel to={closeTo}>{lead.open ? t("common:cancel") : t("common:close")}</DialogCancel>
        {lead.open && <SubmitButton pendingLabel={t("deal.pending")}>{t("deal.submit")}</SubmitButton>}
      </FormActions>
    </DialogForm>
  );
}

type CommissionPreviewProps = {
  commission: CommissionTrace | null;
  monthly: boolean;
  terms: PricingTerms | null;
  affiliate: LeadDetails["affiliate"];
};

/** Shows what the deal will pay and why, recalculated while the amount is entered; or why it pays nothing. */
function CommissionPreview({ commission, monthly, terms, affiliate }: CommissionPreviewProps) {
  const { t } = useTranslation(["leads", "terms"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  if (!affiliate) return <Alert>{t("deal.no_affiliate")}</Alert>;
  if (!terms) {
    return (
      <Alert tone="warning">
        {t("deal.no_terms", { affiliate: affiliateName(affiliate.id, affiliate.name) })}{" "}
        <Link to={paths.affiliateDialog(affiliate.id, "terms")}>{t("deal.set_terms")}</Link>
      </Alert>
    );
  }
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="text-muted">{t(monthly ? "deal.commission_monthly" : "deal.commission")}</p>
      <LiveText className="noscript:hidden">
        <p className="text-lg font-semibold tabular-nums">{commission ? format.money(commission.result) : "–"}</p>
        <p className="mt-1 text-muted">
          {commission ? (
            <CommissionExplanation trace={commission} />
          ) : (
            t(terms.tiers ? (monthly ? "terms:later_monthly" : "terms:later") : "deal.commission_hint")
          )}
        </p>
      </LiveText>
      <p className="hidden noscript:block">{t("deal.commission_later")}</p>
    </div>
  );
}

type DealTypeFieldsProps = { type: (typeof dealTypes)[number]; children: ReactNode };

/**
 * The fields of one deal type. With JavaScript the fields of the other type are hidden. Without it both are shown under
 * their headings, and the chosen type decides which are used.
 */
function DealTypeFields({ type, children }: DealTypeFieldsProps) {
  const { t } = useTranslation("leads");
  return (
    <fieldset
      className={cn(
        "min-w-0 noscript:block!",
        type === "recurring"
          ? "group-has-[[value=one-time]:checked]/deal:hidden"
          : "group-has-[[value=recurring]:checked]/deal:hidden",
      )}
    >
      <legend className="sr-only noscript:not-sr-only noscript:mb-2 noscript:font-semibold">
        {t(`deal_type.${type}`)}
      </legend>
      {children}
    </fieldset>
  );
}
