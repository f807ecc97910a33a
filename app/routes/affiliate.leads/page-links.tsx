import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";

export type PageLinksProps = {
  /** The last record shown, if there are older ones. */
  next: string | null;
  /** Whether newer ones were left out. */
  continued: boolean;
};

/** Leads on to older records and back to the newest; null when everything is shown. */
export function PageLinks({ next, continued }: PageLinksProps) {
  const { t } = useTranslation("portal");
  const { search } = useLocation();
  const linkTo = (cursor: string | null) => {
    const params = new URLSearchParams(search);
    if (cursor) params.set("cursor", cursor);
    else params.delete("cursor");
    return `?${params}`;
  };
  return (
    <nav aria-label={t("leads.pages")} className="flex flex-wrap justify-center gap-2">
      {continued && (
        <ButtonLink variant="secondary" to={linkTo(null)}>
          {t("leads.newest")}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink variant="secondary" to={linkTo(next)} rel="next">
          {t("leads.older")}
        </ButtonLink>
      )}
    </nav>
  );
}
