import { useTranslation } from "react-i18next";
import { addressWith } from "~/paths/address";
import { ButtonLink } from "./button";
import { countText, type Count } from "./count-text";
import { Icon } from "./icon";
import { useAddress } from "./use-address";

export type PageLinksProps = {
  /** Cursors of the neighboring pages; null if there is none. */
  page: { rows: readonly unknown[]; previous: string | null; next: string | null };
  /** Number of rows on all pages, where it is known without a full count. */
  total?: Count;
  /** The page the list belongs to; needed where a dialog route may be open above it. */
  path?: string;
  /** The URL parameter of the cursor, where a list within the page is paged separately. */
  param?: string;
};

/**
 * Below a paged list: links to the previous and next page, and how many rows of how many are shown. Draws nothing when
 * all rows are on one page.
 */
export function PageLinks({ page, total, path, param = "cursor" }: PageLinksProps) {
  const { t, i18n } = useTranslation("common");
  const { pathname, search } = useAddress();
  if (!page.previous && !page.next) return null;
  const outer = new URLSearchParams(search).get("cursor");
  const hrefOf = (cursor: string) => addressWith(path ?? pathname, search, { cursor: outer, [param]: cursor });
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
      {page.previous && (
        <ButtonLink variant="secondary" to={hrefOf(page.previous)} rel="prev" preventScrollReset={param !== "cursor"}>
          <Icon name="chevron-left" />
          {t("previous_page")}
        </ButtonLink>
      )}
      {total && (
        <span data-shown="" className="text-muted tabular-nums">
          {t("shown_of", { shown: page.rows.length, total: countText(total, i18n.language) })}
        </span>
      )}
      {page.next && (
        <ButtonLink variant="secondary" to={hrefOf(page.next)} rel="next" preventScrollReset={param !== "cursor"}>
          {t("next_page")}
          <Icon name="chevron-right" />
        </ButtonLink>
      )}
    </nav>
  );
}
