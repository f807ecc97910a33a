import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { SubmitButton } from "~/components/forms/submit-button";
import { formatTime } from "~/domain/shared/dates";
import type { AgreementPage } from "~/server/agreement-page.server";
import { AgreementText } from "./agreement-text";
import { ownPayeeIntents } from "./payee-intents";
import "~/components/payouts/payee-texts";

type AgreementSectionProps = {
  agreement: AgreementPage;
  organization: string;
  timeZone: string;
};

/** The agreement to self-billing in the portal: what was accepted, what is offered, or why nothing is (PAY-04). */
export function AgreementSection({ agreement, organization, timeZone }: AgreementSectionProps) {
  const { t } = useTranslation("payouts");
  const { accepted, offered, offer } = agreement;
  return (
    <div className="grid gap-4">
      {offer !== "open" && <p>{t(`agreement.own.${offer}`, { organization })}</p>}
      {accepted && <AcceptedAgreement agreement={agreement} timeZone={timeZone} />}
      {accepted && (
        <Form method="post" preventScrollReset className="grid gap-2">
          <p className="text-muted">{t("agreement.withdraw_text")}</p>
          <div className="max-md:grid">
            <SubmitButton variant="secondary" {...intent(ownPayeeIntents, "withdraw-agreement")}>
              {t("agreement.withdraw")}
            </SubmitButton>
          </div>
        </Form>
      )}
      {offered && (
        <div className="grid gap-4 rounded-lg border p-4">
          {accepted && <p className="font-medium">{t("agreement.renew")}</p>}
          <AgreementText text={offered.text} language={offered.language} />
          <Form method="post" preventScrollReset className="max-md:grid">
            <input type="hidden" name="agreement_version" value={offered.version} />
            <input type="hidden" name="agreement_language" value={offered.language} />
            <SubmitButton {...intent(ownPayeeIntents, "accept-agreement")} pendingLabel={t("agreement.accepting")}>
              {t("agreement.accept")}
            </SubmitButton>
          </Form>
        </div>
      )}
    </div>
  );
}

type AcceptedAgreementProps = { agreement: AgreementPage; timeZone: string };

/** When and which version was accepted, with its text; nothing if none is in force. */
export function AcceptedAgreement({ agreement, timeZone }: AcceptedAgreementProps) {
  const { t } = useTranslation("payouts");
  const format = useFormat();
  const { accepted, acceptedText } = agreement;
  if (!accepted || !acceptedText) return null;
  const { version, acceptedAt } = accepted;
  return (
    <div>
      <p>
        {t("agreement.accepted", {
          date: format.moment(acceptedAt, timeZone),
          time: formatTime(new Date(acceptedAt), timeZone),
          version,
        })}
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-accent">{t("agreement.read")}</summary>
        <AgreementText text={acceptedText} language={acceptedText.language} />
      </details>
    </div>
  );
}
