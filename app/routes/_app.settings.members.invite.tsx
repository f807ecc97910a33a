import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { RoleField } from "~/components/members/role-field";
import { OwnersOnly } from "~/components/members/why-not";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { inviteMember } from "~/domain/members/invite-member.server";
import { inviteMemberSchema, type InvitationField } from "~/domain/members/member.schema";
import { mayInvite } from "~/domain/members/send-invitation.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { requireMailable } from "~/server/rate-limits.server";
import { pageFor } from "~/server/named-member.server";
import { askedProofs } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("members:invite.title");
  const { isOwner, owners } = await staffScope({ request, context }, async (scope, user) => ({
    isOwner: user.membership.role === "owner",
    owners: await readOwners(scope),
  }));
  const proofs = isOwner ? await askedProofs({ request, context }) : null;
  return pageFor(isOwner, { title, isOwner, owners, proofs });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: inviteMemberSchema,
    run: async (input, { inScope, t }) => {
      const language = await requestLanguage(args.request);
      await inScope((scope) => mayInvite(scope, input.email));
      await requireMailable(input.email);
      await inScope((scope) => inviteMember(scope, input, language));
      return {
        to: paths.settings("members"),
        toast: {
          tone: "success",
          title: t("members:toast.invited"),
          description: t("members:toast.invited_text", { email: input.email }),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function InviteMember() {
  const { title, isOwner, owners, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("members");
  const list = paths.settings("members");
  const [form, fields] = useForm({
    lastResult: useReply(),
    defaultValue: { role: "member" },
    ...bySchema(inviteMemberSchema),
  });
  const labels: Record<InvitationField, string> = { email: t("email"), role: t("role") };
  // In the order of the form.
  const controls: Record<InvitationField, ReactNode> = {
    email: <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" />,
    role: <RoleField field={fields.role} />,
  };
  return (
    <RouteDialog title={title} description={isOwner ? t("invite.text") : undefined} closeTo={list} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ ...labels, ...useProofLabels() }} />
        {isOwner ? Children.toArray(Object.values(controls)) : <OwnersOnly owners={owners} />}
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          <DialogCancel to={list} />
          {isOwner && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("invite.pending")}>{t("invite.submit")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
