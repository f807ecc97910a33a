import { useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import { ErrorReference } from "./error-reference";
import { errorKindOf } from "~/browser/error-kind";
import { rejectionReason } from "~/browser/refused";

export type ScreenErrorProps = {
  /** Title of the screen. */
  title: string;
  /** What failed: "Transactions could not be loaded". */
  failed: string;
  /** Address of the screen. */
  screen: string;
};

/** The error boundary of a screen: the shell stays, and the list is replaced by the error and a way out. */
export function ScreenError({ title, failed, screen }: ScreenErrorProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { t } = useTranslation(["site", "common", "errors"]);
  const kind = errorKindOf(error);
  const unreachable = kind === "unreachable";
  return (
    <div className="space-y-6">
      <PageHeader title={title} />
      {kind === "not_found" ? (
        <EmptyState
          framed
          icon="search-x"
          title={t("not_found.title")}
          action={<ButtonLink to={screen}>{t("common:back")}</ButtonLink>}
        >
          {t("not_found.text")}
        </EmptyState>
      ) : kind === "refused" ? (
        <EmptyState
          framed
          icon="triangle-exclamation-point"
          title={t("errors:failed")}
          action={<ButtonLink to={screen}>{t("common:back")}</ButtonLink>}
        >
          {t(`errors:${rejectionReason(error)!}`)}
        </EmptyState>
      ) : (
        <EmptyState
          framed
          icon={unreachable ? "wifi-off" : "triangle-exclamation-point"}
          title={unreachable ? t("unreachable.title") : failed}
          action={
            // Without a connection, a document load would replace this page by the browser's own error page.
            <ButtonLink to={pathname + search} reloadDocument={!unreachable} prefetch="none">
              {t("common:try_again")}
            </ButtonLink>
          }
        >
          {t(`${kind}.text`)} <ErrorReference error={error} />
        </EmptyState>
      )}
    </div>
  );
}
