import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { RoleField } from "~/components/members/role-field";
import { LastOwner, OwnersOnly } from "~/components/members/why-not";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { changeRole } from "~/domain/members/change-role.server";
import { changeRoleSchema } from "~/domain/members/member.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { memberOf, pageFor } from "~/server/named-member.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await memberOf(args);
  const t = await translator(args.request);
  const title = t("members:role_dialog.title", { name: dialog.member.name });
  const proofs = dialog.mayChange ? await askedProofs(args) : null;
  return pageFor(dialog.mayChange, { ...dialog, title, proofs });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: changeRoleSchema,
    run: async ({ role }, { inScope, t }) => {
      const { member } = await memberOf(args);
      await inScope((scope) => changeRole(scope, member.id, role));
      return {
        to: paths.settings("members"),
        toast: { tone: "success", title: t("members:toast.role") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Makes a member an owner, or an owner a member. */
export default function ChangeRole() {
  const { member, title, isSelf, isLastOwner, isAlone, mayChange, owners, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("members");
  const list = paths.settings("members");
  const [form, fields] = useForm({
    lastResult: useReply(),
    defaultValue: { role: member.role },
    ...bySchema(changeRoleSchema),
  });
  const may = mayChange && !isLastOwner;
  return (
    <RouteDialog title={title} description={may ? t("role_dialog.text") : undefined} closeTo={list} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ role: t("role"), ...useProofLabels() }} />
        {!mayChange && <OwnersOnly owners={owners} />}
        {mayChange && isLastOwner && isSelf && <LastOwner isAlone={isAlone} />}
        {may && <RoleField field={fields.role} />}
        {may && <ProofFields proofs={proofs} fields={fields} />}
        <FormActions>
          <DialogCancel to={list} />
          {may && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("role_dialog.pending")}>{t("role_dialog.submit")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
