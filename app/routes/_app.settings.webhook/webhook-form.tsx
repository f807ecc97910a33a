import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { CheckCardsField } from "~/components/forms/radio-cards-field";
import { VersionField } from "~/components/forms/version-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import {
  noWebhook,
  saveWebhookSchema,
  webhookFields,
  type WebhookField,
  type WebhookSettings,
} from "~/domain/webhooks/webhook.schema";
import { eventKey, eventNames, type EventName } from "~/domain/webhooks/events";
import { toValues } from "~/domain/shared/field-list";
import { intent } from "~/browser/intents";
import type { FormReply } from "~/browser/form-reply";
import type { Proofs } from "~/server/prove.server";

import { webhookIntents } from "./intents";

export type WebhookFormProps = {
  webhook: WebhookSettings | null;
  version: string;
  /** The allowed receivers. */
  providers: string;
  lastResult: FormReply | undefined;
  /** The proofs to request before saving; null if none is needed. */
  proofs: Proofs | null;
  /** The result of a test. */
  children?: ReactNode;
};

/** The webhook's URL and events. The server decides whether the URL is allowed. */
export function WebhookForm({ webhook, version, providers, lastResult, proofs, children }: WebhookFormProps) {
  const { t } = useTranslation(["settings", "webhooks", "common"]);
  const [form, fields] = useForm({
    id: "webhook-form",
    lastResult,
    defaultValue: { ...toValues(webhookFields, webhook ?? noWebhook), version },
    ...bySchema(saveWebhookSchema),
  });
  const labels: Record<WebhookField, string> = {
    webhook_url: t("webhook.url"),
    webhook_events: t("webhook.event"),
  };
  const nameOf = (event: EventName) => t(`webhook.events.${eventKey(event)}`);
  const textOf = (event: EventName) => t(`webhook.events.${eventKey(event)}_text`);
  // In the order of the form.
  const controls: Record<WebhookField, ReactNode> = {
    webhook_url: (
      <TextField
        field={fields.webhook_url}
        inputMode="url"
        label={labels.webhook_url}
        help={t("webhook.url_help", { hosts: providers })}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        optional
      />
    ),
    webhook_events: (
      <CheckCardsField
        field={fields.webhook_events}
        label={labels.webhook_events}
        options={eventNames.map((value) => ({ value, label: nameOf(value), description: textOf(value) }))}
      />
    ),
  };
  return (
    <Card title={t("webhook.title")} description={t("webhook.text")}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
        <EditErrors
          form={form}
          lastResult={lastResult}
          labels={{ ...labels, ...useProofLabels() }}
          say={{
            webhook_events: (value) =>
              value &&
              eventNames
                .filter((name) => value.split(", ").includes(name))
                .map(nameOf)
                .join(", "),
          }}
        />
        <VersionField field={fields.version} lastResult={lastResult} />
        {Children.toArray(Object.values(controls))}
        {children}
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          {/* Enter saves: the browser presses the first button in the document, which CSS shows last. */}
          <SubmitButton {...intent(webhookIntents, "save")} pendingLabel={t("common:saving")} className="order-last">
            {t("webhook.save")}
          </SubmitButton>
          <SubmitButton
            {...intent(webhookIntents, "test")}
            variant="secondary"
            pendingLabel={t("webhooks:test.pending")}
          >
            {t("webhooks:test.send")}
          </SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
