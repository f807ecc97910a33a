import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { OwnersOnly } from "~/components/members/why-not";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { replyToSchema } from "~/domain/organizations/organization.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { replyVersion, setReplyTo } from "~/domain/organizations/set-reply-to.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { askedProofs } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("settings:replies.change");
  const { isOwner, ...page } = await staffScope(args, async (scope, user) => {
    const facts = await scope.organization();
    return {
      isOwner: user.membership.role === "owner",
      owners: await readOwners(scope),
      replyTo: facts.replyTo,
      version: replyVersion(facts),
    };
  });
  const proofs = isOwner ? await askedProofs(args) : null;
  return pageFor(isOwner, { title, isOwner, proofs, ...page });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: replyToSchema,
    run: async (input, { form, inScope, t }) => {
      // An empty field removes the address. A form without the field does not.
      if (!form.has("reply_to")) throw new Response(null, { status: 400, statusText: "Bad Request" });
      await inScope((scope) => setReplyTo(scope, input));
      return {
        to: paths.settings("general"),
        toast: { tone: "success", title: t("settings:replies.saved") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Sets the reply address of emails to affiliates. */
export default function ChangeReplyTo() {
  const { title, isOwner, owners, replyTo, version, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["settings", "common"]);
  const back = paths.settings("general");
  const lastResult = useReply();
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { reply_to: replyTo, version },
    ...bySchema(replyToSchema),
  });
  const labels = { reply_to: t("replies.address"), ...useProofLabels() };
  return (
    <RouteDialog title={title} description={isOwner ? t("replies.text") : undefined} closeTo={back} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors form={form} labels={labels} lastResult={lastResult} />
        <VersionField field={fields.version} lastResult={lastResult} />
        {isOwner ? (
          <TextField
            field={fields.reply_to}
            label={labels.reply_to}
            help={t("replies.help")}
            type="email"
            autoComplete="email"
            optional
          />
        ) : (
          <OwnersOnly owners={owners} />
        )}
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          <DialogCancel to={back} />
          {isOwner && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("common:saving")}>{t("replies.save")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
