import { useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AuthCard } from "~/components/shell/auth-card";
import { PublicShell } from "~/components/shell/public-shell";
import { ButtonLink } from "~/components/ui/button";
import { ErrorReference } from "./error-reference";
import { errorKindOf } from "~/browser/error-kind";
import { rejectionReason } from "~/browser/refused";
import { paths } from "~/paths/paths";

/** Replaces a page by an error: not found, rejected, or an unexpected error with its reference id. */
export function ErrorPage() {
  const error = useRouteError();
  const { t } = useTranslation(["site", "common", "errors"]);
  const { pathname, search } = useLocation();
  const kind = errorKindOf(error);
  if (kind === "refused") {
    return (
      <PublicShell>
        <AuthCard title={t("errors:failed")} description={t(`errors:${rejectionReason(error)!}`)}>
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
        title={kind === "unexpected" ? "Unexpected Application Error!" : t(`${kind}.title`)}
        description={t(`${kind}.text`)}
      >
        {kind !== "not_found" && (
          <p className="mb-4 text-muted empty:hidden">
            <ErrorReference error={error} />
          </p>
        )}
        {kind === "unreachable" || kind === "unavailable" ? (
          <ButtonLink to={pathname + search} reloadDocument={kind === "unavailable"} prefetch="none" className="w-full">
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
