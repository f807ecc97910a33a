import Pencil from "lucide-react/icons/pencil";
import { useTranslation } from "react-i18next";
import type { TierListProps } from "~/components/deals/tier-list";
import { useTermWords } from "~/components/deals/use-term-words";
import { DescriptionList } from "~/components/ui/description-list";
import { DialogLink } from "~/components/ui/route-dialog";
import type { TermView } from "~/domain/terms/list-terms.server";
import { useTermFacts } from "~/components/terms/use-term-facts";

export type ActiveTermProps = { term: TermView; won: TierListProps["won"]; editLink: string };

/** The terms in force, read-only: as a sentence and in figures. */
export function ActiveTerm({ term, won, editLink }: ActiveTermProps) {
  const { t } = useTranslation(["affiliates", "terms"]);
  const words = useTermWords()(term);
  const facts = useTermFacts()(term, won);
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
      <DescriptionList items={facts} />
    </section>
  );
}
