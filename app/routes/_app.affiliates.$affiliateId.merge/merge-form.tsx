import "~/components/merging/merging-texts";
import { getFormProps, useForm } from "@conform-to/react";
import { useParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { VersionField } from "~/components/forms/version-field";
import { useHoldings } from "~/components/merging/use-holdings";
import { ValueChoice } from "~/components/merging/value-choice";
import { languageNames } from "~/components/shell/language-switch";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import { mergedFields, type MergedField } from "~/domain/affiliates/affiliate-merge";
import { mergeAffiliatesSchema } from "~/domain/affiliates/affiliate-merge.schema";
import type { AffiliateMergePreview } from "~/domain/affiliates/read-affiliate-merge.server";
import { isLanguage } from "~/i18n/languages";

export type MergeFormProps = { preview: AffiliateMergePreview; closeTo: string };

/** Which values of two affiliates stay, and what happens (WORK-11). */
export function MergeForm({ preview, closeTo }: MergeFormProps) {
  const { t, i18n } = useTranslation("merging");
  const { kept, other, fields: differing } = preview;
  // Which of both stays does not depend on the page from which they are merged.
  const { affiliateId } = useParams();
  const otherId = affiliateId === kept.id ? other.id : kept.id;
  const lastResult = useReply();
  const labels = Object.fromEntries(mergedFields.map((name) => [name, t(`affiliate.fields.${name}`)])) as Record<
    MergedField,
    string
  >;
  const [form, fields] = useForm({
    id: "merge-affiliates",
    lastResult,
    defaultValue: {
      affiliate_id: affiliateId,
      other_id: otherId,
      version: preview.version,
      ...Object.fromEntries(differing.map(({ name, taken }) => [name, taken])),
    },
    ...bySchema(mergeAffiliatesSchema),
  });
  const shown = (name: MergedField, value: string | null) =>
    name === "language" && value !== null && isLanguage(value) ? languageNames[value] : value;
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-6">
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.affiliate_id} value={affiliateId} />
      <HiddenField field={fields.other_id} value={otherId} />
      <VersionField field={fields.version} lastResult={lastResult} />
      <section className="grid gap-4" aria-labelledby="choose">
        <h3 id="choose" className="font-semibold">
          {t("merge.choose")}
        </h3>
        {differing.map(({ name, kept: own, other: value }) => (
          <ValueChoice
            key={name}
            of="affiliate"
            field={fields[name]}
            label={labels[name]}
            {...(name === "email" && { help: t("affiliate.email_help") })}
            values={{ kept: shown(name, own), other: shown(name, value) }}
          />
        ))}
      </section>
      <Result preview={preview} locale={i18n.language} />
      <FormActions>
        <DialogCancel to={closeTo} autoFocus />
        <SubmitButton variant="danger" pendingLabel={t("merge.pending")}>
          {t("affiliate.submit")}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

/** What merging does. */
function Result({ preview: { moves, terms }, locale }: { preview: AffiliateMergePreview; locale: string }) {
  const { t } = useTranslation("merging");
  const moved = useHoldings()(moves);
  return (
    <section className="rounded-lg bg-sunken px-4 py-3" aria-labelledby="result">
      <h3 id="result" className="font-semibold">
        {t("merge.result")}
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
        <li>
          {moved.length > 0
            ? t("affiliate.moves", { list: new Intl.ListFormat(locale).format(moved) })
            : t("affiliate.moves_nothing")}
        </li>
        {moves.deals > 0 && <li>{t("affiliate.deals_keep")}</li>}
        {terms && <li>{t(terms === "kept" ? "affiliate.terms_kept" : "affiliate.terms_taken")}</li>}
        <li>{t("affiliate.sign_in")}</li>
        <li>{t("affiliate.left")}</li>
        <li>{t("affiliate.address")}</li>
        <li className="font-medium">{t("merge.final")}</li>
      </ul>
    </section>
  );
}
