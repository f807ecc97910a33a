import { useForm } from "@conform-to/react";
import { proofSchema } from "~/domain/identity/identity.schema";
import type { FormReply } from "~/browser/form-reply";
import type { Proofs } from "~/server/prove.server";
import { bySchema } from "~/components/forms/by-schema";
import { AccountForm, type AccountFormProps } from "./account-form";

export type ProofFormProps = Pick<AccountFormProps, "cancel" | "submit" | "variant" | "children"> & {
  proofs: Proofs | null;
  /** The intent of the form, where its page has several forms. */
  intent?: { name: string; value: string };
  lastResult: FormReply | undefined;
};

/** Requests re-authentication before a second factor changes. */
export function ProofForm({ proofs, intent, lastResult, children, ...frame }: ProofFormProps) {
  const [form, fields] = useForm({
    id: "proof",
    lastResult,
    ...(proofs && {
      ...bySchema(proofSchema),
    }),
  });
  return (
    <AccountForm {...frame} form={form} fields={fields} proofs={proofs}>
      {intent && <input type="hidden" {...intent} />}
      {children}
    </AccountForm>
  );
}
