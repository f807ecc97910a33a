import { useTranslation } from "react-i18next";
import { useTermWords } from "~/components/deals/use-term-words";
import { TermsHistory } from "~/components/terms/terms-history";
import { useTermFacts } from "~/components/terms/use-term-facts";
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { DialogLink } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { dialogOnPage, withEdit } from "~/paths/affiliate-view";
import type { PageProps } from "./page-props";

/** Maximum number of earlier versions shown here; the dialog has all of them. */
const MAX_EARLIER = 3;

/** The terms in force, as a sentence and in figures, and earlier versions. */
export function PageTerms({ page: { affiliate, terms, won } }: PageProps) {
  const { t } = useTranslation(["affiliates", "terms"]);
  const { search } = useAddress();
  const words = useTermWords();
  const facts = useTermFacts();
  const dialog = dialogOnPage(affiliate.id, "terms", search);
  const edit = dialog.split("?")[0]! + withEdit(dialog.slice(dialog.indexOf("?")));
  const active = terms.find((term) => term.active);
  const earlier = terms.filter((term) => !term.active);
  return (
    <Card
      title={t("page.terms")}
      actions={
        active && (
          <DialogLink to={edit} variant="ghost" size="sm" aria-label={`${t("terms.edit")}: ${t("page.terms")}`}>
            {t("terms.edit")}
          </DialogLink>
        )
      }
    >
      {active ? (
        <>
          <p className="mb-2">{words(active).sentence}</p>
          <DescriptionList items={facts(active, won)} />
        </>
      ) : (
        <div className="-my-6">
          <EmptyState
            icon="file-text"
            title={t("terms.empty")}
            action={
              <>
                <DialogLink to={edit}>{t("terms.set")}</DialogLink>
                <HelpLink inWords />
              </>
            }
          >
            {t("terms.empty_text")}
          </EmptyState>
        </div>
      )}
      <TermsHistory terms={earlier.slice(0, MAX_EARLIER)} />
      {earlier.length > MAX_EARLIER && (
        <DialogLink to={dialog} variant="ghost" size="sm" className="-ml-3">
          {t("page.all_terms", { count: terms.length })}
        </DialogLink>
      )}
    </Card>
  );
}
