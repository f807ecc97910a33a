import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { SearchX } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Alert } from "~/components/ui/alert";
import { ButtonLink, buttonClass } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageHeader } from "~/components/ui/page-header";

export type PortalErrorProps = {
  /** Title of the page that failed. */
  title: string;
  /** What could not be shown. */
  message: string;
};

/** Stands inside the portal's shell where a page failed: unknown addresses say so, the rest offers to try again. */
export function PortalError({ title, message }: PortalErrorProps) {
  const { t } = useTranslation("portal");
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <>
        <PageHeader title={title} />
        <div className="mt-6">
          <EmptyState
            framed
            icon={SearchX}
            title={t("not_found.title")}
            action={<ButtonLink to="/affiliate/dashboard">{t("not_found.action")}</ButtonLink>}
          >
            {t("not_found.text")}
          </EmptyState>
        </div>
      </>
    );
  }
  return (
    <FailureNotice title={title} message={message}>
      {t("failure.text")}
    </FailureNotice>
  );
}

export type FailureNoticeProps = PortalErrorProps & {
  /** Why, and what to do. */
  children: ReactNode;
};

/** A page that could not be shown: said on the page and as a toast. */
export function FailureNotice({ title, message, children }: FailureNoticeProps) {
  const { t } = useTranslation("portal");
  const { pathname, search } = useLocation();
  useEffect(() => {
    toast.error(message, { id: message, duration: Infinity });
  }, [message]);
  return (
    <>
      <PageHeader title={title} />
      <Alert
        tone="danger"
        role="alert"
        title={message}
        className="mt-6"
        actions={
          <Link reloadDocument to={pathname + search} className={buttonClass({ variant: "secondary" })}>
            {t("failure.retry")}
          </Link>
        }
      >
        {children}
      </Alert>
    </>
  );
}
