import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { paths } from "~/paths/paths";
import type { Proofs } from "~/server/prove.server";
import type { AnyForm } from "../forms/field-meta";
import { FormActions } from "../forms/form-actions";
import { FormErrors } from "../forms/form-errors";
import { SubmitButton } from "../forms/submit-button";
import { isTyped, ProofFields, useProofLabels } from "./proof-fields";

export type AccountFormProps = {
  form: AnyForm;
  fields: object;
  /** Names of the form's own fields. */
  labels?: Readonly<Record<string, string>>;
  /** The proofs this user can give; null if none is needed. */
  proofs?: Proofs | null;
  /** The address of the cancel link. */
  cancel?: string;
  submit: ReactNode;
  variant?: "primary" | "danger";
  children?: ReactNode;
};

/** The frame of a form that changes the own account: its errors, the re-authentication, its fields and its buttons. */
export function AccountForm({
  form,
  fields,
  labels,
  proofs = null,
  cancel = paths.settings("account"),
  submit,
  variant,
  children,
}: AccountFormProps) {
  const { t } = useTranslation("common");
  const proofLabels = useProofLabels();
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={{ ...proofLabels, ...labels }} />
      <ProofFields proofs={proofs} fields={fields} />
      {children}
      <FormActions>
        <ButtonLink to={cancel} variant="secondary">
          {t("cancel")}
        </ButtonLink>
        {isTyped(proofs) && <SubmitButton variant={variant}>{submit}</SubmitButton>}
      </FormActions>
    </Form>
  );
}
