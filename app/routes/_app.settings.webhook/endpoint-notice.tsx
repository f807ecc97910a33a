import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { Alert } from "~/components/ui/alert";
import { intent } from "~/browser/intents";
import type { EndpointState } from "~/domain/webhooks/change-endpoint.server";
import { webhookIntents } from "./intents";

export type EndpointNoticeProps = { state: EndpointState; timeZone: string };

/** Explains why and since when nothing is sent, and what to do; or that deliveries are failing. */
export function EndpointNotice({ state, timeZone }: EndpointNoticeProps) {
  const { t } = useTranslation("webhooks");
  const { when } = useAuditWords(timeZone);
  const { isOn, disabled, failingSince } = state;
  if (!isOn) return null;
  if (disabled) {
    return (
      <Alert
        tone="danger"
        title={t("disabled.title", { since: when(disabled.at) })}
        actions={
          <Form method="post" preventScrollReset>
            <SubmitButton {...intent(webhookIntents, "enable")} pendingLabel={t("disabled.enabling")}>
              {t("disabled.enable")}
            </SubmitButton>
          </Form>
        }
      >
        <p>{t(`disabled.${disabled.because}`)}</p>
        <p>{t("disabled.missed")}</p>
      </Alert>
    );
  }
  return failingSince ? (
    <Alert tone="warning" title={t("failing.title", { since: when(failingSince) })}>
      {t("failing.text")}
    </Alert>
  ) : null;
}
