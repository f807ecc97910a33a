import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SeenField } from "~/components/forms/seen-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import { webhookProviders } from "~/domain/webhooks/webhook-url";
import {
  noWebhook,
  saveWebhookSchema,
  webhookEvents,
  type WebhookEvent,
  type WebhookSettings,
} from "~/domain/webhooks/webhook.schema";
import type { FormReply } from "~/web/submit.server";

export type WebhookFormProps = {
  webhook: WebhookSettings | null;
  seen: string;
  lastResult: FormReply | undefined;
};

const eventKeys = { "deal.created": "deal_created", "lead.created": "lead_created", both: "both" } as const;

/** Where news of the organisation is sent, and which. Whether the address is allowed the server decides. */
export function WebhookForm({ webhook, seen, lastResult }: WebhookFormProps) {
  const { t } = useTranslation(["settings", "common"]);
  const { url, event } = webhook ?? noWebhook;
  const [form, fields] = useForm({
    id: "webhook-form",
    lastResult,
    defaultValue: { webhook_url: url, webhook_event: event, seen },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: saveWebhookSchema }),
  });
  return (
    <Card title={t("webhook.title")} description={t("webhook.text")}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
        <EditErrors
          {...{ form, lastResult }}
          labels={{ webhook_url: t("webhook.url"), webhook_event: t("webhook.event") }}
          say={{
            webhook_event: (value) => value && t(`webhook.events.${eventKeys[value as WebhookEvent]}`),
          }}
        />
        <SeenField field={fields.seen} lastResult={lastResult} />
        <TextField
          field={fields.webhook_url}
          type="url"
          label={t("webhook.url")}
          help={t("webhook.url_help", { hosts: webhookProviders })}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          optional
        />
        <RadioCardsField
          field={fields.webhook_event}
          label={t("webhook.event")}
          options={webhookEvents.map((value) => ({
            value,
            label: t(`webhook.events.${eventKeys[value]}`),
            description: t(`webhook.events.${eventKeys[value]}_text`),
          }))}
        />
        <FormActions>
          <SubmitButton pendingLabel={t("common:saving")}>{t("webhook.save")}</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
