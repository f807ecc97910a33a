import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { DescriptionList } from "~/components/ui/description-list";
import { DialogLink } from "~/components/ui/route-dialog";
import type { TermView } from "~/domain/terms/list-terms.server";
import { useFormat } from "~/web/use-format";
import { modelOf } from "./term-model";

/** The terms in force, read-only. */
export function ActiveTerm({ term, editLink }: { term: TermView; editLink: string }) {
  const { t } = useTranslation("affiliates");
  const format = useFormat();
  const model = modelOf(term);
  const { revShareBp, fixedAmount, currency } = term;
  const items = [
    { label: t("terms.model"), value: t(`terms.model_name.${model}`) },
    ...(revShareBp === null
      ? []
      : [{ label: t("terms.rev_share_percent"), value: format.percent(revShareBp) }]),
    ...(fixedAmount === null
      ? []
      : [{ label: t("terms.fixed_amount"), value: format.money({ amount: fixedAmount, currency }) }]),
    { label: t("terms.cadence"), value: t(`terms.cadence_name.${term.cadence}`) },
    { label: t("terms.currency"), value: currency },
    { label: t("terms.start_date"), value: format.day(term.startDate) },
  ];
  return (
    <section aria-labelledby="active-term" className="space-y-3">
      <div className="flex items-center justify-between gap-4">
        <h3 id="active-term" className="font-semibold">
          {t("terms.active")}
        </h3>
        <DialogLink to={editLink} replace size="sm">
          <Pencil aria-hidden />
          {t("terms.edit")}
        </DialogLink>
      </div>
      <DescriptionList items={items} />
      {model === "both" && <Alert>{t("terms.both_note")}</Alert>}
    </section>
  );
}
