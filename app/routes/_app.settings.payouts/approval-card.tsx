import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { SubmitButton } from "~/components/forms/submit-button";
import { StatusBadge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { payerIntents } from "./intents";
import "~/components/payouts/payee-texts";

/** The owner's switch that lets no member pay out alone (PAY-03). */
export function ApprovalCard({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation("payouts");
  return (
    <Card
      title={t("payer.approval")}
      description={t(isRequired ? "payer.approval_on_text" : "payer.approval_text")}
      actions={isRequired && <StatusBadge tone="success">{t("payer.approval_on")}</StatusBadge>}
    >
      <Form method="post" preventScrollReset className="max-md:grid">
        <SubmitButton
          {...intent(payerIntents, isRequired ? "release-approver" : "require-approver")}
          variant="secondary"
        >
          {t(isRequired ? "payer.approval_release" : "payer.approval_require")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
