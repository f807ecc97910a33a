import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthCard } from "~/components/shell/auth-card";
import { PublicShell } from "~/components/shell/public-shell";
import { ButtonLink } from "~/components/ui/button";
import { ErrorReference } from "./error-reference";
import { isConnectionError } from "~/browser/no-connection";
import { refusedFor } from "~/browser/refused";
import { isUnavailable } from "~/browser/unavailable";
import { paths } from "~/paths/paths";

/** What stands where a page should be: not found, refused, or an unexpected error with its reference id. */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useTranslation(["site", "common", "errors"]);
  const { pathname, search } = useLocation();
  const unavailable = isUnavailable(error);
  const unreachable = isConnectionError(error);
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const known = notFound
    ? "not_found"
    : unavailable
      ? "unavailable"
      : unreachable
        ? "unreachable"
        : "unexpected";
  const refused = refusedFor(error);
  if (refused) {
    return (
      <PublicShell>
        <AuthCard title={t("errors:failed")} description={t(`errors:${refused}`)}>
          <ButtonLink to={paths.home()} className="w-full">
            {t("not_found.home")}
          </ButtonLink>
        </AuthCard>
      </PublicShell>
    );
  }
  return (
    <PublicShell>
      <AuthCard
        title={known === "unexpected" ? "Unexpected Application Error!" : t(`${known}.title`)}
        description={t(`${known}.text`)}
      >
        {!notFound && (
          <p className="mb-4 text-muted empty:hidden">
            <ErrorReference error={error} />
          </p>
        )}
        {unreachable || unavailable ? (
          <ButtonLink to={pathname + search} reloadDocument={unavailable} prefetch="none" className="w-full">
            {t("common:try_again")}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.home()} className="w-full">
            {t("not_found.home")}
          </ButtonLink>
        )}
      </AuthCard>
    </PublicShell>
  );
}
