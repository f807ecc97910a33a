import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Card } from "~/components/ui/card";
import { webhookProviders } from "~/domain/webhooks/webhook-url";
import { saveWebhookSchema, webhookEvents, type WebhookEvent } from "~/domain/webhooks/webhook.schema";

export type WebhookFormProps = {
  webhook: { url: string; event: WebhookEvent } | null;
  lastResult: SubmissionResult<string[]> | undefined;
};

const eventKeys = { "deal.created": "deal_created", "lead.created": "lead_created", both: "both" } as const;

/** Where news of the organisation is sent, and which. Whether the address is allowed the server decides. */
export function WebhookForm({ webhook, lastResult }: WebhookFormProps) {
  const { t } = useTranslation(["settings", "common"]);
  const [form, fields] = useForm({
    id: "webhook-form",
    lastResult,
    defaultValue: { webhook_url: webhook?.url ?? "", webhook_event: webhook?.event ?? "both" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: saveWebhookSchema }),
  });
  return (
    <Card title={t("webhook.title")} description={t("webhook.text")}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
        <FormErrors
          form={form}
          labels={{ webhook_url: t("webhook.url"), webhook_event: t("webhook.event") }}
        />
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
