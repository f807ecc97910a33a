import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthCard } from "~/components/shell/auth-card";
import { PublicShell } from "~/components/shell/public-shell";
import { ButtonLink } from "~/components/ui/button";
import type { loader } from "~/root";

/** What stands where a page should be: not found, not allowed, or an unexpected error with its reference id. */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useTranslation("site");
  const root = useRouteLoaderData<typeof loader>("root");
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <PublicShell>
      <AuthCard
        title={notFound ? t("not_found.title") : "Unexpected Application Error!"}
        description={notFound ? t("not_found.text") : t("unexpected.text")}
      >
        {!notFound && root?.requestId && (
          <p className="mb-4 text-muted">
            {t("unexpected.reference")} <code className="wrap-anywhere">{root.requestId}</code>
          </p>
        )}
        <ButtonLink to="/" className="w-full">
          {t("not_found.home")}
        </ButtonLink>
      </AuthCard>
    </PublicShell>
  );
}
