import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { SearchX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";
import type { loader } from "~/root";

export type ScreenErrorProps = {
  /** Title of the screen. */
  title: string;
  /** What did not work: "Transactions could not be loaded". */
  failed: string;
  /** Address of the screen. */
  screen: string;
};

/** The error boundary of a screen: the shell stays, the list is replaced by what went wrong and the way on. */
export function ScreenError({ title, failed, screen }: ScreenErrorProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { t } = useTranslation(["site", "common"]);
  const root = useRouteLoaderData<typeof loader>("root");
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="space-y-6">
      <PageHeader title={title} />
      {notFound ? (
        <EmptyState
          framed
          icon={SearchX}
          title={t("not_found.title")}
          action={<ButtonLink to={screen}>{t("common:back")}</ButtonLink>}
        >
          {t("not_found.text")}
        </EmptyState>
      ) : (
        <EmptyState
          framed
          icon={TriangleAlert}
          title={failed}
          action={
            <ButtonLink to={pathname + search} reloadDocument prefetch="none">
              {t("common:try_again")}
            </ButtonLink>
          }
        >
          {t("unexpected.text")} {t("unexpected.reference")}{" "}
          <code className="wrap-anywhere">{root?.requestId}</code>
        </EmptyState>
      )}
    </div>
  );
}
