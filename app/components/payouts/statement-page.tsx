import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { PayoutBadge } from "~/components/payouts/run-badge";
import { StatementView } from "~/components/payouts/statement-view";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { PageHeader } from "~/components/ui/page-header";
import type { PayoutState } from "~/domain/payouts/run";
import type { Day } from "~/domain/shared/dates";
import type { DocumentText } from "~/i18n/document-text";

type StatementPageProps = {
  text: DocumentText;
  state: PayoutState;
  paidOn: Day | null;
  /** Address of the PDF; null until it is made. */
  pdf: string | null;
  back: { to: string; label: string };
  /** Above the statement. */
  children?: ReactNode;
};

/** A statement with its state and the link to its PDF, for staff and in the portal (PAY-07). */
export function StatementPage({ text, state, paidOn, pdf, back, children }: StatementPageProps) {
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
          pdf && (
            <ButtonLink variant="secondary" to={pdf} reloadDocument prefetch="none">
              <Icon name="download" />
              {t("statements.pdf")}
            </ButtonLink>
          )
        }
      />
      {state === "void" && <Alert tone="warning">{t("statements.withdrawn")}</Alert>}
      {state === "returned" && <Alert tone="warning">{t("statements.returned")}</Alert>}
      {!pdf && <Alert>{t("statements.pdf_pending")}</Alert>}
      {children}
      <StatementView text={text} />
    </div>
  );
}
