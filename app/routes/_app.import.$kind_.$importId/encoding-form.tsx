import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/components/forms/form-errors";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { byteEncodings, encodings, isByteEncoding } from "~/domain/imports/encodings";
import { intent } from "~/browser/intents";
import { useReply } from "~/browser/use-reply";
import { importIntents } from "./intents";
import type { LoadedImport } from "./load.server";

/** Shows how the file was decoded, and offers other encodings. Only a person can see which letters are right. */
export function EncodingForm({ run }: Pick<LoadedImport, "run">) {
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
        <div className="max-md:grid">
          <SubmitButton variant="secondary" {...intent(importIntents, "encoding")}>
            {t("encoding.submit")}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
