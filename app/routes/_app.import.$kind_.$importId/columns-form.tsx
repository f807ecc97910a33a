import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { columnsSchema } from "~/domain/imports/import.schema";
import type { Columns } from "~/domain/imports/import-run";
import { cut } from "~/domain/shared/damaged";
import { intent } from "~/browser/intents";
import { useFieldLabel } from "~/components/imports/use-field-label";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { CancelButton } from "./cancel-button";
import { importIntents } from "./intents";
import type { LoadedImport } from "./load.server";
import { byteEncodings, encodings, isByteEncoding } from "~/domain/imports/encodings";

/** Assigns columns to fields. The guess is filled in. */
export function ColumnsForm({ run, header, columns, own, fields, samples }: LoadedImport) {
  const { t } = useTranslation("imports");
  const labelOf = useFieldLabel(fields);
  const { number } = useFormat();
  const schema = useMemo(() => columnsSchema(run.kind, own), [run.kind, own]);
  const [form, controls] = useForm<Record<string, string | undefined>, Columns>({
    id: "import-columns",
    lastResult: useReply(),
    defaultValue: Object.fromEntries(
      fields.flatMap(({ name, slots }) =>
        slots.map((slot, index) => [slot, columns[name]?.[index]?.toString()] as const),
      ),
    ),
    ...bySchema(schema),
  });
  const labels = Object.fromEntries(
    fields.flatMap(({ name, slots }) =>
      slots.map((slot, index) => [
        slot,
        index === 0 ? labelOf(name) : t("columns.further", { field: labelOf(name), number: index + 1 }),
      ]),
    ),
  );
  const options = header.map((title, index) => ({
    value: String(index),
    label: [title || t("columns.untitled", { number: index + 1 }), sampleOf(samples, index)]
      .filter(Boolean)
      .join(" · "),
  }));
  return (
    <div className="max-w-3xl space-y-6">
      <Card title={t("columns.title")} description={t("columns.text", { count: run.rows, rows: number(run.rows) })}>
        <Form {...getFormProps(form)} method="post" className="grid gap-4">
          <FormErrors form={form} labels={labels} />
          <div className="grid gap-4 md:grid-cols-2">
            {fields.flatMap(({ name, required, slots }) =>
              // One more select than there are assigned columns, if the field may consist of several.
              slots
                .slice(0, (columns[name]?.length ?? 0) + 1)
                .map((slot, index) => (
                  <SelectField
                    key={slot}
                    field={controls[slot]!}
                    label={labels[slot]!}
                    required={required && index === 0}
                    optional={!required || index > 0}
                    placeholder={required && index === 0 ? t("columns.choose") : t("columns.none")}
                    options={options}
                    {...(slot in helps && { help: t(`columns.${helps[slot as keyof typeof helps]}`) })}
                  />
                )),
            )}
          </div>
          <FormActions>
            <SubmitButton {...intent(importIntents, "columns")} pendingLabel={t("columns.pending")}>
              {t("columns.submit")}
            </SubmitButton>
          </FormActions>
        </Form>
      </Card>
      <EncodingForm run={run} />
      <CancelButton label={t("cancel.discard")} />
    </div>
  );
}

const helps = {
  affiliate: "affiliate_help",
  status: "status_help",
  deal: "deal_help",
  payment_id: "payment_id_help",
  month: "month_help",
  invoice_number: "invoice_number_help",
  paid_on: "paid_on_help",
  amount: "amount_help",
} as const;

const MAX_SAMPLE_LENGTH = 30;

/** Returns the first text of a column. */
function sampleOf(samples: readonly string[][], index: number): string {
  const text = samples.map((cells) => cells[index]?.trim()).find(Boolean) ?? "";
  return text.length > MAX_SAMPLE_LENGTH ? `${cut(text, MAX_SAMPLE_LENGTH)}…` : text;
}

/** Shows how the file was decoded, and offers other encodings. Only a person can see which letters are right. */
function EncodingForm({ run }: Pick<LoadedImport, "run">) {
  const { t } = useTranslation("imports");
  const [form, fields] = useForm<{ encoding?: string }>({
    id: "import-encoding",
    lastResult: useReply(),
    defaultValue: { encoding: run.encoding },
  });
  const known = encodings.find((one) => one === run.encoding);
  if (!known) return null;
  const readAs = t("encoding.read_as", { encoding: t(`encodings.${known}`) });
  if (!isByteEncoding(known)) return <p className="text-muted">{readAs}</p>;
  return (
    <Card title={readAs} description={t("encoding.text")}>
      <Form {...getFormProps(form)} method="post" className="grid gap-4">
        <FormErrors form={form} labels={{ encoding: t("encoding.label") }} />
        <SelectField
          field={fields.encoding}
          label={t("encoding.label")}
          options={byteEncodings.map((value) => ({ value, label: t(`encodings.${value}`) }))}
        />
        <FormActions>
          <SubmitButton variant="secondary" {...intent(importIntents, "encoding")}>
            {t("encoding.submit")}
          </SubmitButton>
        </FormActions>
      </Form>
    </Card>
  );
}
