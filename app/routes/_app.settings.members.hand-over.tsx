import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { OwnersOnly } from "~/components/members/why-not";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { handOver } from "~/domain/members/hand-over.server";
import { readMembers } from "~/domain/members/list-members.server";
import { handOverSchema } from "~/domain/members/member.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { askedProofs } from "~/server/prove.server";
import { pageFor } from "~/server/named-member.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("members:hand_over.title");
  const dialog = await staffScope({ request, context }, async (scope, user) => {
    const members = await readMembers(scope);
    return {
      mayHandOver: user.membership.role === "owner",
      owners: members.filter(({ role }) => role === "owner").map(({ name }) => name),
      others: members
        .filter(({ id }) => id !== user.id)
        .map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    };
  });
  const proofs = await askedProofs({ request, context });
  return pageFor(dialog.mayHandOver, { ...dialog, title, proofs });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: handOverSchema,
    run: async ({ member }, { inScope, t }) => {
      await inScope((scope) => handOver(scope, member));
      return {
        to: paths.settings("members"),
        toast: {
          tone: "success",
          title: t("members:toast.handed_over"),
          description: t("members:toast.handed_over_text"),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Transfers the organization to another member. */
export default function HandOver() {
  const { title, mayHandOver, owners, others, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["members", "factor"]);
  const list = paths.settings("members");
  const [form, fields] = useForm({
    lastResult: useReply(),
    ...bySchema(handOverSchema),
  });
  const labels = {
    member: t("hand_over.to"),
    password: t("factor:own_password"),
    code: t("factor:own_code"),
  };
  const isAlone = mayHandOver && others.length === 0;
  const may = mayHandOver && !isAlone;
  return (
    <RouteDialog title={title} description={may ? t("hand_over.text") : undefined} closeTo={list} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        {!mayHandOver && <OwnersOnly owners={owners} />}
        {isAlone && <Alert>{t("hand_over.nobody")}</Alert>}
        {may && (
          <>
            <SelectField
              field={fields.member}
              label={labels.member}
              options={others}
              placeholder={t("hand_over.choose")}
            />
            <ProofFields proofs={proofs} fields={fields} />
          </>
        )}
        <FormActions>
          <DialogCancel to={list} />
          {isAlone && (
            <DialogLink variant="primary" to={paths.inviteMember()} replace>
              {t("invite.open")}
            </DialogLink>
          )}
          {may && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("hand_over.pending")}>{t("hand_over.submit")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
