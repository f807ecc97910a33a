import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { topicField } from "~/domain/notifications/mail-choices.schema";
import type { MailChoice } from "~/domain/notifications/mail-choices.server";
import { useReply } from "~/browser/use-reply";
import { errorText } from "~/i18n/error-text";

/** Which mails a person gets. The bell shows everything in any case. */
export function MailChoicesForm({ choices }: { choices: MailChoice[] }) {
  const { t } = useTranslation(["notices", "errors", "common"]);
  const errors = useReply()?.error?.[""] ?? [];
  return (
    <Card title={t("topics.title")} description={t("topics.text")}>
      <Form method="post" className="grid gap-4">
        {errors.map((error) => (
          <Alert key={error} tone="danger" title={errorText(t, `errors:${error}`)} />
        ))}
        <fieldset className="grid gap-1">
          <legend className="sr-only">{t("topics.title")}</legend>
          {choices.map(({ topic, on }) => (
            <label key={topic} className="-mx-2 flex min-h-11 items-start gap-3 rounded-md p-2 hover:bg-sunken">
              <input
                type="checkbox"
                name={topicField(topic)}
                value="on"
                defaultChecked={on}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{t(`topics.${topic}.title`)}</span>
                <span className="block text-muted">{t(`topics.${topic}.text`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="text-muted">{t("unsubscribe.essential")}</p>
        <FormActions>
          <SubmitButton>{t("common:save")}</SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
