import { useTranslation } from "react-i18next";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import type { ImportStatus, RowOutcome } from "~/domain/imports/import-run";
import type { OutcomeCounts } from "~/domain/imports/read-import.server";
import { useFormat } from "~/browser/use-format";
import { outcomeWord } from "./outcome-word";

export type OutcomeCardsProps = { counts: OutcomeCounts; status: ImportStatus; names: readonly RowOutcome[] };

/** How many rows have which outcome. */
export function OutcomeCards({ counts, status, names }: OutcomeCardsProps) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  return (
    <StatGrid pairs>
      {names.map((name) => (
        <StatCard
          key={name}
          label={t(`outcomes.${outcomeWord(name, status)}`)}
          value={number(counts[name])}
        />
      ))}
    </StatGrid>
  );
}
