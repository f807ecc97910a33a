import { getFormProps, useForm } from "@conform-to/react";
import { useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useReply } from "~/browser/use-reply";
import { ownLabels, useOwnText } from "~/components/fields/use-own-words";
import { bySchema } from "~/components/forms/by-schema";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { VersionField } from "~/components/forms/version-field";
import { useLeadLabels } from "~/components/leads/lead-fields";
import { useHoldings } from "~/components/merging/use-holdings";
import { ValueChoice } from "~/components/merging/value-choice";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { ownName, type OwnField } from "~/domain/fields/own-field";
import type { OwnValue } from "~/domain/fields/own-value";
import { mergeLeadsSchemaFor } from "~/domain/leads/merge.schema";
import type { MergePreview } from "~/domain/leads/read-merge.server";

export type MergeFormProps = { preview: MergePreview; closeTo: string };

/** Which values of two leads stay, who has the credit, and what happens (WORK-11). */
export function MergeForm({ preview, closeTo }: MergeFormProps) {
  const { t, i18n } = useTranslation(["merging", "leads"]);
  const { kept, other, fields: differing, credit } = preview;
  // The earlier lead stays, from whichever page both are merged.
  const { leadId } = useParams();
  const otherId = leadId === kept.id ? other.id : kept.id;
  const lastResult = useReply();
  const leadLabels = useLeadLabels();
  const ownFields = preview.own.map(({ field }) => field);
  const labels = { ...leadLabels, ...ownLabels({ fields: ownFields }) };
  const affiliateName = useAffiliateName();
  const [form, fields] = useForm({
    id: "merge-leads",
    lastResult,
    defaultValue: {
      lead_id: leadId,
      other_id: otherId,
      version: preview.version,
      affiliate_id: "kept",
      ...Object.fromEntries(differing.map(({ name, taken }) => [name, taken])),
      ...Object.fromEntries(preview.own.map(({ field, taken }) => [ownName(field.key), taken])),
    },
    ...bySchema(mergeLeadsSchemaFor(ownFields)),
  });
  const inWords = useHoldings();
  const ownText = useOwnText();
  const ownWords = (field: OwnField, value: OwnValue | null) => (value === null ? null : ownText(field, value));
  const moved = new Intl.ListFormat(i18n.language).format([...inWords(preview.moves), t("merge.moves_history")]);
  const nameOf = (of: typeof kept) => affiliateName(of.affiliateId, of.affiliate) ?? t("leads:lead.no_affiliate");
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-6">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.lead_id} value={leadId} />
      <HiddenField field={fields.other_id} value={otherId} />
      <VersionField field={fields.version} lastResult={lastResult} />
      <section className="grid gap-4" aria-labelledby="choose">
        <h3 id="choose" className="font-semibold">
          {t("merge.choose")}
        </h3>
        {differing.length + preview.own.length === 0 && <p>{t("merge.equal")}</p>}
        {differing.map(({ name, canChoose, ...values }) =>
          canChoose ? (
            <ValueChoice key={name} of="merge" field={fields[name]} label={labels[name]} values={values} />
          ) : (
            <div key={name}>
              <p className="font-medium">{labels[name]}</p>
              <p className="wrap-anywhere whitespace-pre-line">{values.kept ?? t("merge.empty")}</p>
              <p className="mt-1 text-xs text-muted">{t("merge.fixed_notes")}</p>
              {values.other && (
                <p className="mt-1 line-clamp-4 border-l-2 pl-3 wrap-anywhere whitespace-pre-line text-muted">
                  {values.other}
                </p>
              )}
            </div>
          ),
        )}
        {preview.own.map(({ field, kept: own, other: value }) => (
          <ValueChoice
            key={field.key}
            of="merge"
            field={(fields as Record<string, AnyField>)[ownName(field.key)]!}
            label={field.label}
            values={{ kept: ownWords(field, own), other: ownWords(field, value) }}
          />
        ))}
        {credit.rule === "choice" && (
          <RadioCardsField
            field={fields.affiliate_id}
            label={t("merge.credit")}
            help={t("merge.credit_help")}
            options={[
              { value: "kept", label: nameOf(kept), description: t("merge.first") },
              { value: "other", label: nameOf(other), description: t("merge.second") },
            ]}
          />
        )}
      </section>
      <section className="rounded-lg bg-sunken px-4 py-3" aria-labelledby="result">
        <h3 id="result" className="font-semibold">
          {t("merge.result")}
        </h3>
        <ul className="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
          <li>{t("merge.status", { status: t(`leads:status.${preview.status}`) })}</li>
          <Credited preview={preview} nameOf={nameOf} />
          <li>{t("merge.moves", { list: moved })}</li>
          {preview.moves.deals > 0 && <li>{t("merge.deals_keep")}</li>}
          <li>{t("merge.note")}</li>
          <li>{t("merge.address")}</li>
          <li className="font-medium">{t("merge.final")}</li>
        </ul>
      </section>
      <FormActions>
        <DialogCancel to={closeTo} autoFocus />
        <SubmitButton variant="danger" pendingLabel={t("merge.pending")}>
          {t("merge.submit")}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

type CreditedProps = { preview: MergePreview; nameOf: (of: MergePreview["kept"]) => string };

/** Who keeps the lead because of a deal, and who loses it. */
function Credited({ preview: { kept, other, credit }, nameOf }: CreditedProps) {
  const { t } = useTranslation("merging");
  if (credit.rule !== "fixed" || credit.because !== "deals") return null;
  const { affiliateId } = credit;
  const owner = [kept, other].find((lead) => lead.affiliateId === affiliateId);
  const losers = [kept, other].filter((lead) => lead.affiliateId !== null && lead.affiliateId !== affiliateId);
  if (losers.length === 0) return null;
  return (
    <>
      <li>
        {affiliateId && owner ? t("merge.credit_deals", { affiliate: nameOf(owner) }) : t("merge.credit_deals_none")}
      </li>
      {losers.map((lead) => (
        <li key={lead.id}>{t("merge.credit_loses", { affiliate: nameOf(lead) })}</li>
      ))}
    </>
  );
}
