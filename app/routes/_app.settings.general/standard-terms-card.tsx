import { useTranslation } from "react-i18next";
import "~/components/affiliates/batch-texts";
import { useTermWords } from "~/components/deals/use-term-words";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import type { StandardTerms } from "~/domain/terms/standard-terms.server";
import { dueText } from "~/i18n/notice-words";
import { paths } from "~/paths/paths";

/** The terms that new affiliates get (WORK-05). */
export function StandardTermsCard({ terms }: { terms: StandardTerms | null }) {
  const { t } = useTranslation(["batches", "terms"]);
  const words = useTermWords();
  return (
    <Card title={t("standard.title")} description={t("standard.text")}>
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <div className="min-w-0 wrap-anywhere">
          {terms ? (
            <>
              <p className="font-medium">{words(terms).short}</p>
              <p className="text-muted">
                {[t(`terms:cadence.${terms.cadence}`), dueText(t, terms), terms.currency].join(" · ")}
              </p>
            </>
          ) : (
            t("standard.none")
          )}
        </div>
        <DialogLink to={paths.standardTerms()} prefetch="intent" className="shrink-0">
          {terms ? t("standard.change") : t("standard.set")}
        </DialogLink>
      </div>
    </Card>
  );
}
