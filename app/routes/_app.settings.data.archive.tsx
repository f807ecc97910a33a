import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { OwnersOnly } from "~/components/members/why-not";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { proofSchema } from "~/domain/identity/identity.schema";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { requireOwner, requireProof } from "~/domain/shared/permissions";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { requireMember, staffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("exports:archive.confirm.title");
  const user = await requireMember({ request, context });
  const isOwner = user.membership.role === "owner";
  const owners = isOwner ? [] : await staffScope({ request, context }, (scope) => readOwners(scope));
  return pageFor(isOwner, { title, isOwner, owners, proofs: await askedProofs({ request, context }) });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    run: async (_, { inScope, t }) => {
      await inScope(async (scope) => {
        requireOwner(scope);
        requireProof(scope, "organization.archive");
      }, "looking");
      return {
        to: paths.settings("data"),
        toast: { tone: "success", title: t("exports:archive.ready") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Requires re-authentication before the data archive is downloaded. */
export default function ConfirmArchive() {
  const { title, isOwner, owners, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["exports", "factor"]);
  const back = paths.settings("data");
  const [form, fields] = useForm({
    lastResult: useReply(),
    ...bySchema(proofSchema),
  });
  const labels = { password: t("factor:own_password"), code: t("factor:own_code") };
  return (
    <RouteDialog title={title} description={isOwner ? t("archive.confirm.text") : undefined} closeTo={back} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        {isOwner ? <ProofFields proofs={proofs} fields={fields} /> : <OwnersOnly owners={owners} />}
        <FormActions>
          <DialogCancel to={back} />
          {isOwner && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("archive.confirm.pending")}>{t("archive.confirm.submit")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
