import { useTranslation } from "react-i18next";
import { useTermWords } from "~/components/deals/use-term-words";
import type { TermView } from "~/domain/terms/list-terms.server";
import { useFormat } from "~/browser/use-format";

/** Lists the earlier versions of the terms, newest first: deals won under them keep their commission. */
export function TermsHistory({ terms }: { terms: readonly TermView[] }) {
  const { t } = useTranslation(["affiliates", "terms"]);
  const format = useFormat();
  const words = useTermWords();
  if (terms.length === 0) return null;
  const short = (term: TermView) => {
    const { model, fixed, percent, short } = words(term);
    return model === "both" ? t("terms.percent_and_fixed", { percent, fixed }) : short;
  };
  return (
    <section aria-labelledby="earlier-terms" className="mt-6 border-t pt-5">
      <h3 id="earlier-terms" className="font-semibold">
        {t("terms.history")}
      </h3>
      <ol className="mt-2 divide-y">
        {terms.map((term) => (
          <li key={term.id} className="flex flex-wrap justify-between gap-x-4 py-2 tabular-nums">
            <span>{short(term)}</span>
            <span className="text-muted">
              {t("terms:version", { version: term.version })}, {t(`terms:cadence.${term.cadence}`)},{" "}
              {t("terms.since", { date: format.day(term.startDate) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
