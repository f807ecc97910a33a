import { useTranslation } from "react-i18next";
import { fewestLetters } from "~/components/search/use-found";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { hasShortWord } from "~/domain/shared/search";
import { paths } from "~/paths/paths";

/** Shown without results: no search yet, too short, no response, or no matches. */
export function NothingFound({ q, failed }: { q: string; failed: boolean | undefined }) {
  const { t } = useTranslation(["shell", "common", "site"]);
  if (failed) {
    return (
      <EmptyState
        framed
        icon="triangle-exclamation-point"
        title={t("search.failed")}
        action={
          <ButtonLink to={paths.search({ q })} reloadDocument prefetch="none">
            {t("common:try_again")}
          </ButtonLink>
        }
      >
        {t("site:unexpected.text")}
      </EmptyState>
    );
  }
  if (q.length < fewestLetters) {
    const kind = q ? "short" : "start";
    return (
      <EmptyState framed icon="search" title={t(`search.${kind}`)}>
        {t(`search.${kind}_text`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      framed
      icon="search-x"
      title={t("search.none", { query: q })}
      action={
        <ButtonLink variant="secondary" to={paths.search()}>
          {t("search.clear")}
        </ButtonLink>
      }
    >
      {t("search.none_text")}
      {hasShortWord(q) && <span className="mt-2 block">{t("common:short_words")}</span>}
    </EmptyState>
  );
}
