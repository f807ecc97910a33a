import { useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DateField } from "~/components/forms/date-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { Button } from "~/components/ui/button";
import { sentAgain, type SentAgain } from "~/domain/webhooks/send-again.schema";
import { paths } from "~/paths/paths";

export type SinceFormProps = {
  /** As entered. */
  since: string;
  which: SentAgain;
  min: string;
  max: string;
  isInvalid: boolean;
};

/** Asks for the first day and the kind of deliveries. Only counts them. */
export function SinceForm({ since, which, min, max, isInvalid }: SinceFormProps) {
  const { t } = useTranslation("webhooks");
  const defaultValue = { since, which };
  const error = { since: ["webhook_since_required"] };
  const [form, fields] = useForm<typeof defaultValue>({
    id: "since",
    defaultValue,
    ...(isInvalid && { lastResult: { status: "error" as const, initialValue: defaultValue, error } }),
  });
  return (
    // Its fields refer to it.
    <Form
      id={form.id}
      noValidate={form.noValidate}
      method="get"
      action={paths.sendDeliveries()}
      replace
      preventScrollReset
      className="grid gap-5"
    >
      <DateField required field={fields.since} label={t("since.since")} min={min} max={max} />
      <RadioCardsField
        field={fields.which}
        label={t("since.which")}
        options={sentAgain.map((value) => ({
          value,
          label: t(`since.${value}`),
          description: t(`since.${value}_text`),
        }))}
      />
      <div className="flex max-md:grid md:justify-end">
        <Button type="submit" variant="secondary">
          {t("since.count")}
        </Button>
      </div>
    </Form>
  );
}
