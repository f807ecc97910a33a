import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { proofSchema } from "~/domain/identity/identity.schema";
import type { FormReply } from "~/browser/form-reply";
import type { Proofs } from "~/server/prove.server";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "../forms/form-actions";
import { FormErrors } from "../forms/form-errors";
import { SubmitButton } from "../forms/submit-button";
import { isTyped, ProofFields } from "./proof-fields";

export type ProofFormProps = {
  proofs: Proofs | null;
  /** The address of the cancel link. */
  cancel: string;
  /** The intent of the form, where its page has several forms. */
  intent?: { name: string; value: string };
  submit: ReactNode;
  variant?: "primary" | "danger";
  lastResult: FormReply | undefined;
  children?: ReactNode;
};

/** Requests re-authentication before a second factor changes. */
export function ProofForm({ proofs, cancel, intent, submit, variant, lastResult, children }: ProofFormProps) {
  const { t } = useTranslation("common");
  const [form, fields] = useForm({
    id: "proof",
    lastResult,
    ...(proofs && {
      ...bySchema(proofSchema),
    }),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} />
      {intent && <input type="hidden" {...intent} />}
      {children}
      <ProofFields proofs={proofs} fields={fields} />
      <FormActions>
        <ButtonLink to={cancel} variant="secondary">
          {t("cancel")}
        </ButtonLink>
        {isTyped(proofs) && <SubmitButton variant={variant}>{submit}</SubmitButton>}
      </FormActions>
    </Form>
  );
}
