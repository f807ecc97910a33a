import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useWithoutView } from "~/components/lists/use-views";
import { ButtonLink } from "~/components/ui/button";
import { usePeriodWords } from "~/components/forms/use-period-words";
import { EmptyState } from "~/components/ui/empty-state";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import type { ChosenPeriod } from "~/domain/shared/period";
import { MINE, NO_MEMBER } from "~/domain/leads/lead-work";
import { hasShortWord } from "~/domain/shared/search";
import { pathOfTab, type LeadView } from "~/paths/lead-view";
import { useSetup } from "./use-setup";
import { paths } from "~/paths/paths";

/** Shown if there are no open leads. A checklist above it has the buttons already. */
export function NoLeadsYet() {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const setup = useSetup();
  const buttons = (
    <>
      <DialogLink to={paths.newLead(search)}>{t("add.title")}</DialogLink>
      <ButtonLink variant="ghost" to={paths.newAffiliate()}>
        {t("pipeline.empty_action")}
      </ButtonLink>
    </>
  );
  return (
    <EmptyState framed icon="inbox" title={t("pipeline.empty")} action={setup?.finished === false ? null : buttons}>
      {t("pipeline.empty_text")}
    </EmptyState>
  );
}

export type NothingMatchesProps = {
  view: LeadView;
  affiliates: readonly AffiliateChoice[];
  period: ChosenPeriod | null;
};

/** Shown if nothing matches: names the filters and offers to remove them. */
export function NothingMatches({ view, affiliates, period }: NothingMatchesProps) {
  const { t } = useTranslation(["leads", "common"]);
  const periodWords = usePeriodWords();
  const affiliateName = useAffiliateName();
  const { search, affiliate, reached, responsible, step, own = {} } = view.filter;
  const deals = view.filter.deals;
  const withoutView = useWithoutView();
  const chosen = affiliates.find(({ id }) => id === affiliate);
  const name = affiliate === NO_AFFILIATE ? t("lead.no_affiliate") : chosen && affiliateName(chosen.id, chosen.name);
  const labelled = (label: string, value: string) => t("common:labelled", { label, value });
  const ofWork = (member: string) =>
    member === NO_MEMBER ? labelled(t("lead.responsible"), t("filter.nobody")) : t("lead.responsible");
  const filters = [
    search && t("filter.quoted", { search }),
    view.status && labelled(t("lead.status"), t(`status.${view.status}`)),
    reached && t(`filter.reached.${reached}`),
    affiliate && labelled(t("lead.affiliate"), name ?? "?"),
    period && labelled(t("common:period.label"), periodWords(period)),
    responsible && (responsible === MINE ? t("filter.mine") : ofWork(responsible)),
    step && t(`filter.step.${step}`),
    deals && labelled(t("filter.deals"), t(`filter.${deals}`)),
    Object.keys(own).length > 0 && t("filter.more"),
  ].filter(Boolean);
  return (
    <EmptyState
      framed
      icon="search-x"
      title={t(`none_found.${view.all ? "all" : view.tab}`)}
      action={
        <ButtonLink variant="secondary" to={withoutView(pathOfTab(view.tab))} preventScrollReset>
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {filters.join(" · ")}
      {hasShortWord(search) && <span className="mt-2 block">{t("common:short_words")}</span>}
    </EmptyState>
  );
}
