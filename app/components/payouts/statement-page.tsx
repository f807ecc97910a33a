import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { PayoutBadge } from "~/components/payouts/run-badge";
import { StatementView } from "~/components/payouts/statement-view";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { PageHeader } from "~/components/ui/page-header";
import type { PayoutState } from "~/domain/payouts/run";
import type { Day } from "~/domain/shared/dates";
import type { DocumentText } from "~/i18n/document-text";
import "./payout-texts";

type StatementPageProps = {
  text: DocumentText;
  state: PayoutState;
  paidOn: Day | null;
  /** Address of the PDF; null until it is made. */
  pdf: string | null;
  /** The statement that replaces it; null without one. */
  replacedBy: { to: string; number: string } | null;
  back: { to: string; label: string };
  /** Buttons beside the link to the PDF. */
  actions?: ReactNode;
  /** What stands between the header and the statement. */
  children?: ReactNode;
};

/** A statement with its state and the link to its PDF, for staff and in the portal (PAY-07). */
export function StatementPage({ text, state, paidOn, pdf, replacedBy, back, actions, children }: StatementPageProps) {
  const { t } = useTranslation("runs");
  const format = useFormat();
  return (
    <div className="space-y-6">
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span lang={text.language}>{text.title}</span> <PayoutBadge state={state} />
          </span>
        }
        subtitle={paidOn ? t("run.paid_on", { day: format.day(paidOn) }) : undefined}
        back={back}
        actions={
          <>
            {actions}
            {pdf && (
              <ButtonLink variant="secondary" to={pdf} reloadDocument prefetch="none">
                <Icon name="download" />
                {t(state === "void" ? "statements.pdf_withdrawn" : "statements.pdf")}
              </ButtonLink>
            )}
          </>
        }
      />
      {(state === "void" || state === "returned") && (
        <Alert tone="warning">
          {t(state === "void" ? "statements.withdrawn" : "statements.returned")}{" "}
          {replacedBy && (
            <Link to={replacedBy.to} className="underline underline-offset-2">
              {t("statements.replaced_by", { number: replacedBy.number })}
            </Link>
          )}
        </Alert>
      )}
      {!pdf && <Alert>{t("statements.pdf_pending")}</Alert>}
      {children}
      <StatementView text={text} />
    </div>
  );
}
