import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { VersionField } from "~/components/forms/version-field";
import { useLeadLabels } from "~/components/leads/lead-fields";
import { useHoldings } from "~/components/merging/use-holdings";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { mergeLeadsSchema } from "~/domain/leads/merge.schema";
import type { MergePreview } from "~/domain/leads/read-merge.server";

export type MergeFormProps = { preview: MergePreview; closeTo: string };

/** Which values of two leads stay, who has the credit, and what happens (WORK-11). */
export function MergeForm({ preview, closeTo }: MergeFormProps) {
  const { t, i18n } = useTranslation(["merging", "leads"]);
  const { kept, other, fields: differing, credit } = preview;
  const lastResult = useReply();
  const labels = useLeadLabels();
  const affiliateName = useAffiliateName();
  const [form, fields] = useForm({
    id: "merge-leads",
    lastResult,
    defaultValue: {
      other_id: other.id,
      version: preview.version,
      affiliate_id: "kept",
      ...Object.fromEntries(differing.map(({ name, taken }) => [name, taken])),
    },
    ...bySchema(mergeLeadsSchema),
  });
  const inWords = useHoldings();
  const moved = new Intl.ListFormat(i18n.language).format([...inWords(preview.moves), t("merge.moves_history")]);
  const nameOf = (of: typeof kept) => affiliateName(of.affiliateId, of.affiliate) ?? t("leads:lead.no_affiliate");
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-6">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.other_id} value={other.id} />
      <VersionField field={fields.version} lastResult={lastResult} />
      <section className="grid gap-4" aria-labelledby="choose">
        <h3 id="choose" className="font-semibold">
          {t("merge.choose")}
        </h3>
        {differing.length === 0 && <p>{t("merge.equal")}</p>}
        {differing.map(({ name, canChoose, ...values }) =>
          canChoose ? (
            <RadioCardsField
              key={name}
              field={fields[name]}
              label={labels[name]}
              options={(["kept", "other"] as const).map((value) => ({
                value,
                label: values[value] ?? t("merge.empty"),
                description: t(value === "kept" ? "merge.from_stays" : "merge.from_goes"),
              }))}
            />
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
        <SubmitButton pendingLabel={t("merge.pending")}>{t("merge.submit")}</SubmitButton>
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
