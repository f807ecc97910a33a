import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { DialogLink } from "~/components/ui/route-dialog";
import { paths } from "~/paths/paths";

/** Shown if the organization has no affiliate. */
export function NoneYet() {
  const { t } = useTranslation("affiliates");
  return (
    <EmptyState
      framed
      icon="users"
      title={t("empty")}
      action={
        <>
          <DialogLink variant="primary" to={paths.newAffiliate()}>
            {t("empty_action")}
          </DialogLink>
          <HelpLink inWords />
        </>
      }
    >
      {t("empty_text")}
    </EmptyState>
  );
}

/** Shown if search and status match no affiliate. */
export function NoneFound() {
  const { t } = useTranslation(["affiliates", "common"]);
  return (
    <EmptyState
      framed
      icon="search-x"
      title={t("none_found")}
      action={
        <ButtonLink variant="secondary" to={paths.affiliates()}>
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {t("none_found_text")}
    </EmptyState>
  );
}
