import { useTranslation } from "react-i18next";
import { TierList, type TierListProps } from "~/components/deals/tier-list";
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import type { TermView } from "~/domain/terms/list-terms.server";
import { useTermWords } from "./term-words";

/** The commission of the affiliate's next deal, as a sentence and in figures. */
export function ActiveTerms({ term, won }: { term: TermView; won: TierListProps["won"] }) {
  const { t } = useTranslation(["portal", "terms"]);
  const words = useTermWords()(term);
  return (
    <Card title={t("terms.active")}>
      <p className="mb-2 max-w-prose">{words.sentence}</p>
      <DescriptionList
        items={[
          { label: t("terms.fields.model"), value: words.model },
          ...(term.revShareBp !== null ? [{ label: t("terms.fields.rev_share"), value: words.percent }] : []),
          ...(words.fixed ? [{ label: t("terms.fields.fixed"), value: words.fixed }] : []),
          ...(term.tiers
            ? [
                {
                  label: t("terms:tiers.label"),
                  value: <TierList tiers={term.tiers} currency={term.currency} won={won} />,
                },
              ]
            : []),
          { label: t("terms.fields.cadence"), value: words.cadence },
          { label: t("terms.fields.currency"), value: term.currency },
          { label: t("terms.fields.start"), value: words.start },
        ]}
      />
    </Card>
  );
}
