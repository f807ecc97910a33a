import { useTranslation } from "react-i18next";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import { useFormat } from "~/browser/use-format";
import type { LoadedImport } from "./load.server";
import { outcomeWord, shownOutcomes } from "./outcome-word";

export type OutcomeCardsProps = Pick<LoadedImport, "counts" | "run">;

/** Shows the number of rows per outcome. */
export function OutcomeCards({ counts, run }: OutcomeCardsProps) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  return (
    <StatGrid pairs>
      {shownOutcomes(run.status).map((name) => (
        <StatCard key={name} label={t(outcomeWord(name, run))} value={number(counts[name])} />
      ))}
    </StatGrid>
  );
}
