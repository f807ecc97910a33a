import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { ZodType } from "zod";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { OwnersOnly } from "~/components/members/why-not";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { ErasedItems } from "./erased-items";
import type { Proofs } from "~/server/prove.server";
import { useReply } from "~/browser/use-reply";

/** A checkbox. */
export interface Choice {
  name: string;
  label: string;
  hint?: string;
}

export type EraseDialogProps = {
  title: string;
  /** True if the reader may erase. */
  isAllowed: boolean;
  /** Names of the owners, for a reader who may not erase. */
  owners: string[];
  /** The person to erase: the name to enter, and details that identify them. */
  person: { name: string; about: readonly string[] };
  /** Label of the name field, for the error summary. */
  nameLabel: string;
  removed: readonly string[];
  kept: { title: string; items: readonly string[] };
  /** The sentence about what cannot be undone. */
  final: string;
  schema: ZodType;
  closeTo: string;
  /** The proofs to request first; null if none is needed. */
  proofs: Proofs | null;
  /** Address of a file with the person's stored data. */
  file?: string;
  /** Checkboxes for what else may be erased. */
  choices?: readonly Choice[];
};

/** Asks for confirmation before a person is erased: lists what is removed and what stays, and requires the name. */
export function EraseDialog(props: EraseDialogProps) {
  const { title, isAllowed, owners, person, nameLabel, removed, kept, final, schema, closeTo, proofs } = props;
  const { t } = useTranslation("affiliates");
  const [form, fields] = useForm<Record<string, string>>({
    lastResult: useReply(),
    ...bySchema(schema as ZodType<Record<string, string>>),
  });
  return (
    <RouteDialog kind="alert" size="md" title={title} closeTo={closeTo}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ name: nameLabel, ...useProofLabels() }} />
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{person.name}</p>
          {person.about.map((line) => (
            <p key={line} className="text-muted">
              {line}
            </p>
          ))}
        </div>
        {!isAllowed && <OwnersOnly owners={owners} />}
        <ErasedItems title={t("erase.removed")} items={removed} />
        <ErasedItems {...kept} />
        {isAllowed && (
          <>
            {props.file && (
              <ButtonLink
                variant="secondary"
                reloadDocument
                prefetch="none"
                to={props.file}
                className="justify-self-start"
              >
                {t("erase.file")}
              </ButtonLink>
            )}
            <Alert tone="warning">{final}</Alert>
            {props.choices?.map(({ name, label, hint }) => (
              <label
                key={name}
                className="-mx-2 flex min-h-11 items-start gap-3 rounded-md p-2 wrap-anywhere hover:bg-sunken"
              >
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={fields[name]!.initialValue === "on"}
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                />
                <span>
                  <span className="font-medium">{label}</span>
                  {hint && <span className="block text-xs text-muted">{hint}</span>}
                </span>
              </label>
            ))}
            <TextField
              field={fields["name"]!}
              label={t("erase.type", { name: person.name })}
              autoComplete="off"
              spellCheck={false}
            />
            <ProofFields proofs={proofs} fields={fields} />
          </>
        )}
        <FormActions>
          <DialogCancel to={closeTo} autoFocus />
          {isAllowed && isTyped(proofs) && (
            <SubmitButton variant="danger" pendingLabel={t("erase.pending")}>
              {t("erase.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
