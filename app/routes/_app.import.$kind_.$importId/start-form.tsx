import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { controlProps, FieldNotes } from "~/components/forms/field-frame";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { MAX_INVITED } from "~/domain/imports/import-run";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { importIntents } from "./intents";
import type { LoadedImport } from "./load.server";

/** Asks for the remaining options, and starts the import. */
export function StartForm({ run, counts, invitations }: LoadedImport) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const [form, fields] = useForm<{ duplicates?: string; invite?: string }>({
    id: "import-start",
    lastResult: useReply(),
    defaultValue: { duplicates: "skip" },
  });
  const isOfPayments = run.kind === "customer-payments";
  const { left = 0, perDay = 0 } = invitations ?? {};
  const budget = { left: number(left), limit: number(perDay) };
  const inviteHelp = [
    t("start.invite_help", { max: number(MAX_INVITED) }),
    ...(counts.ready > left ? [t("start.invite_budget", budget)] : []),
  ].join(" ");
  return (
    <Card title={t(`start.title.${run.kind}`)} description={isOfPayments ? t("payments.text") : t("start.text")}>
      <Form {...getFormProps(form)} method="post" className="grid gap-4">
        <FormErrors form={form} labels={{ duplicates: t("start.duplicates"), invite: t("start.invite") }} />
        {run.kind === "leads" && counts.duplicate > 0 && (
          <RadioCardsField
            field={fields.duplicates}
            label={t("start.duplicates")}
            options={[
              { value: "skip", label: t("start.skip"), description: t("start.skip_text") },
              { value: "create", label: t("start.create"), description: t("start.create_text") },
            ]}
          />
        )}
        {run.kind === "affiliates" && (
          <div className="space-y-1.5">
            <label className="-mx-2 flex min-h-11 items-start gap-3 rounded-md p-2 hover:bg-sunken">
              <input
                type="checkbox"
                {...controlProps({ field: fields.invite, help: inviteHelp })}
                value="yes"
                defaultChecked={fields.invite.initialValue === "yes"}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="font-medium">{t("start.invite")}</span>
            </label>
            <FieldNotes field={fields.invite} help={inviteHelp} />
          </div>
        )}
        <FormActions>
          <SubmitButton {...intent(importIntents, "start")} pendingLabel={t("start.pending")}>
            {counts.ready > 0
              ? t(isOfPayments ? "payments.submit" : "start.submit", {
                  count: counts.ready,
                  number: number(counts.ready),
                })
              : t("start.submit_all")}
          </SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
