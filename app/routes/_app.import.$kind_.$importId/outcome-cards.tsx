import { useTranslation } from "react-i18next";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import type { ImportStatus } from "~/domain/imports/import-run";
import type { OutcomeCounts } from "~/domain/imports/read-import.server";
import { useFormat } from "~/browser/use-format";
import { outcomeWord, shownOutcomes } from "./outcome-word";

export type OutcomeCardsProps = { counts: OutcomeCounts; status: ImportStatus };

/** Shows the number of rows per outcome. */
export function OutcomeCards({ counts, status }: OutcomeCardsProps) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  return (
    <StatGrid pairs>
      {shownOutcomes(status).map((name) => (
        <StatCard key={name} label={t(`outcomes.${outcomeWord(name, status)}`)} value={number(counts[name])} />
      ))}
    </StatGrid>
  );
}
