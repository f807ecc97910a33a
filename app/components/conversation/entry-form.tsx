import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FileField } from "~/components/forms/file-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { acceptedFiles, MAX_FILE_BYTES } from "~/domain/files/file";
import type { EntryKind } from "~/domain/leads/conversation";
import { entrySchema, messageSchema } from "~/domain/leads/conversation.schema";
import type { Mentionable } from "~/domain/leads/mentions";
import { MentionPicker } from "./mention-picker";
import "./conversation-texts";

type EntryFormProps = {
  kind: EntryKind;
  /** The page that it is posted to. */
  action: string;
  leadId: string;
  submissionId: string;
  label: string;
  help: string;
  lastResult: FormReply | undefined;
  /** The affiliate named as the reader, for staff. */
  affiliateId?: string;
  /** Who can be mentioned: members only. */
  people?: readonly Mentionable[];
};

/** Writes a note or a message. Its values are kept apart from those of the other form. */
export function EntryForm(props: EntryFormProps) {
  const { kind, action, leadId, submissionId, label, help, lastResult, affiliateId, people = [] } = props;
  const { t } = useTranslation("conversation");
  const [form, fields] = useForm({
    id: kind,
    lastResult,
    defaultValue: { lead_id: leadId, submission_id: submissionId },
    ...bySchema(affiliateId === undefined ? entrySchema : messageSchema),
  });
  const labels = { text: label, attachment: t("file") };
  return (
    <Form
      method="post"
      action={action}
      replace
      encType="multipart/form-data"
      preventScrollReset
      {...getFormProps(form)}
      className="grid gap-3"
    >
      <input type="hidden" name="intent" value={kind} />
      <FormErrors form={form} labels={labels} />
      <HiddenField field={fields.lead_id} />
      <HiddenField field={fields.submission_id} />
      {affiliateId !== undefined && <input type="hidden" name="affiliate_id" value={affiliateId} />}
      <MentionPicker people={people}>
        <TextareaField field={fields.text} label={label} help={help} rows={3} />
      </MentionPicker>
      {/* The last field, so that the server reads the others before it. */}
      <FileField
        field={fields.attachment}
        label={labels.attachment}
        help={t("file_help", { max: MAX_FILE_BYTES / 1024 / 1024 })}
        accept={acceptedFiles("attachment")}
        optional
      />
      <FormActions className="">
        <SubmitButton
          variant={kind === "note" ? "secondary" : "primary"}
          pendingLabel={t(kind === "note" ? "saving" : "sending")}
        >
          {t(kind === "note" ? "save_note" : "send")}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
