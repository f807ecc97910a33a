import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { columnsSchema } from "~/domain/imports/import.schema";
import type { Columns } from "~/domain/imports/import-run";
import { cut } from "~/domain/shared/damaged";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { CancelButton } from "./cancel-button";
import { importIntents } from "./intents";
import type { LoadedImport } from "./load.server";

/** Which column is which field. The guess is filled in. */
export function ColumnsForm({ run, header, columns, fields, samples }: LoadedImport) {
  const { t } = useTranslation("imports");
  const labelOf = (field: string) => t(`fields.${field}`);
  const { number } = useFormat();
  const schema = columnsSchema(run.kind);
  const [form, controls] = useForm<Record<string, string | undefined>, Columns>({
    id: "import-columns",
    lastResult: useReply(),
    defaultValue: Object.fromEntries(fields.map(({ name }) => [name, columns[name]?.toString()])),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: "onInput",
  });
  const labels = Object.fromEntries(fields.map(({ name }) => [name, labelOf(name)]));
  const options = header.map((title, index) => ({
    value: String(index),
    label: [title || t("columns.untitled", { number: index + 1 }), sampleOf(samples, index)]
      .filter(Boolean)
      .join(" · "),
  }));
  return (
    <div className="max-w-3xl space-y-6">
      <Card
        title={t("columns.title")}
        description={t("columns.text", { count: run.rows, rows: number(run.rows) })}
      >
        <Form {...getFormProps(form)} method="post" className="grid gap-4">
          <FormErrors form={form} labels={labels} />
          <div className="grid gap-4 md:grid-cols-2">
            {fields.map(({ name, required }) => (
              <SelectField
                key={name}
                field={controls[name]!}
                label={labels[name]!}
                optional={!required}
                placeholder={required ? t("columns.choose") : t("columns.none")}
                options={options}
                {...(name === "affiliate" && { help: t("columns.affiliate_help") })}
              />
            ))}
          </div>
          <FormActions>
            <SubmitButton {...intent(importIntents, "columns")} pendingLabel={t("columns.pending")}>
              {t("columns.submit")}
            </SubmitButton>
          </FormActions>
        </Form>
      </Card>
      <CancelButton label={t("cancel.discard")} />
    </div>
  );
}

const LONGEST_SAMPLE = 30;

/** The first text of a column. */
function sampleOf(samples: readonly string[][], index: number): string {
  const text = samples.map((cells) => cells[index]?.trim()).find(Boolean) ?? "";
  return text.length > LONGEST_SAMPLE ? `${cut(text, LONGEST_SAMPLE)}…` : text;
}
