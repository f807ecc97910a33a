import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "./button";

export type PageLinksProps = {
  /** Cursor of the next page, if there is one. */
  next: string | null;
};

/** Below a list that comes in pages: on, and back to its beginning. Draws nothing when all is on one page. */
export function PageLinks({ next }: PageLinksProps) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const later = params.has("cursor");
  if (!next && !later) return null;
  const hrefOf = (cursor: string | null) => {
    const changed = new URLSearchParams(params);
    changed.delete("cursor");
    if (cursor) changed.set("cursor", cursor);
    return `${pathname}?${changed}`;
  };
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {later && (
        <ButtonLink variant="secondary" to={hrefOf(null)}>
          {t("first_page")}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="secondary" to={hrefOf(next)}>
          {t("show_more")}
        </ButtonLink>
      )}
    </div>
  );
}
