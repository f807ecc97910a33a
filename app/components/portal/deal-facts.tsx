import { useTranslation } from "react-i18next";
import { useOwnFacts } from "~/components/fields/use-own-words";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { CommissionBadge } from "./commission-badge";
import { commissionWords } from "./commission-words";
import { DescriptionList, type Description } from "~/components/ui/description-list";
import type { EndedDeal } from "~/domain/deals/deal-view";
import type { OwnDealDetails } from "~/domain/deals/own-deal";
import { useFormat } from "~/browser/use-format";

/** Shows what was agreed, and what it pays. */
export function DealFacts({ deal }: { deal: OwnDealDetails }) {
  const { t } = useTranslation(["portal", "terms", "notices", "leads"]);
  const format = useFormat();
  const [own, ownOfLead] = [useOwnFacts(deal.own), useOwnFacts(deal.leadOwn)];
  const commission = format.money(deal.commission);
  const endFacts = ({ day, reason, note, owedBack }: EndedDeal): Description[] => [
    {
      label: t("leads:ended.label"),
      value: (
        <>
          {t("leads:ended.ended", { date: format.day(day) })}
          <span className="block text-muted">{t(`notices:end_reasons.${reason}`)}</span>
        </>
      ),
    },
    ...(note ? [{ label: t("leads:ended.note"), value: note }] : []),
    ...(owedBack.length > 0
      ? [
          {
            label: t("notices:fields.owed_back"),
            value: (
              <>
                {format.sum(owedBack)}
                <span className="block text-muted">{t("ended.owed_back_text")}</span>
              </>
            ),
          },
        ]
      : []),
  ];
  const items: Description[] = [
    { label: t("fields.company"), value: deal.company },
    { label: t("fields.contact"), value: deal.contact },
    ...ownOfLead,
    { label: t("fields.amount"), value: format.money(deal.amount) },
    ...(deal.mrr
      ? [
          { label: t("fields.mrr"), value: format.money(deal.mrr) },
          {
            label: t("fields.contract"),
            value: t("deal.contract", {
              count: deal.months ?? 0,
              start: format.day(deal.closeDate),
              end: deal.contractEnd ? format.day(deal.contractEnd) : "",
            }),
          },
        ]
      : [{ label: t("fields.close_date"), value: format.day(deal.closeDate) }]),
    ...own,
    {
      label: t("fields.commission"),
      value: (
        <>
          {deal.mrr ? t("deal.commission_monthly", { commission }) : commission}
          <span className="block">{commissionWords(t, format, deal.trace, deal.months)}</span>
          <span className="mt-1 block text-muted">
            <CommissionExplanation trace={deal.trace} />
          </span>
        </>
      ),
    },
    { label: t("fields.status"), value: <CommissionBadge deal={deal} /> },
    ...(deal.ended ? endFacts(deal.ended) : []),
  ];
  return <DescriptionList items={items} />;
}
