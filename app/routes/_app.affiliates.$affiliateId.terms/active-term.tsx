import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { TierList, type TierListProps } from "~/components/deals/tier-list";
import { useTermWords } from "~/components/deals/use-term-words";
import { DescriptionList } from "~/components/ui/description-list";
import { DialogLink } from "~/components/ui/route-dialog";
import type { TermView } from "~/domain/terms/list-terms.server";
import { modelOf } from "~/domain/terms/term.schema";
import { useFormat } from "~/web/use-format";

export type ActiveTermProps = { term: TermView; won: TierListProps["won"]; editLink: string };

/** The terms in force, read-only: in a sentence and in figures. */
export function ActiveTerm({ term, won, editLink }: ActiveTermProps) {
  const { t } = useTranslation(["affiliates", "terms"]);
  const format = useFormat();
  const words = useTermWords()(term);
  const { revShareBp, fixedAmount, tiers, currency } = term;
  const items = [
    { label: t("terms.model"), value: t(`terms.model_name.${modelOf(term)}`) },
    ...(revShareBp === null
      ? []
      : [{ label: t("terms.rev_share_percent"), value: format.percent(revShareBp) }]),
    ...(fixedAmount === null
      ? []
      : [{ label: t("terms.fixed_amount"), value: format.money({ amount: fixedAmount, currency }) }]),
    ...(tiers
      ? [{ label: t("terms:tiers.label"), value: <TierList tiers={tiers} currency={currency} won={won} /> }]
      : []),
    { label: t("terms.cadence"), value: t(`terms.cadence_name.${term.cadence}`) },
    { label: t("terms.currency"), value: currency },
    { label: t("terms.start_date"), value: format.day(term.startDate) },
  ];
  return (
    <section aria-labelledby="active-term" className="space-y-3">
      <div className="flex items-center justify-between gap-4">
        <h3 id="active-term" className="font-semibold">
          {t("terms.active")}{" "}
          <span className="font-normal text-muted">{t("terms:version", { version: term.version })}</span>
        </h3>
        <DialogLink to={editLink} replace size="sm">
          <Pencil aria-hidden />
          {t("terms.edit")}
        </DialogLink>
      </div>
      <p className="max-w-prose">{words.sentence}</p>
      <DescriptionList items={items} />
    </section>
  );
}
