import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ApiKeyFields } from "~/components/api-keys/api-key-fields";
import { ApiKeysOwnersOnly } from "~/components/api-keys/owners-only";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { SecretOnce } from "~/components/ui/secret-once";
import { createApiKeySchema } from "~/domain/api-keys/api-key.schema";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import type { FormReply } from "~/browser/form-reply";
import { pageFor } from "~/server/named-member.server";
import { askedProofs } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";
import "~/components/api-keys/api-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("api:create.title");
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
    schema: createApiKeySchema,
    run: async (input, { inScope }) => {
      const { text } = await inScope((scope) => createApiKey(scope, input));
      const reply: Reply = { made: { name: input.name, text } };
      return { reply };
    },
  });
}

type Reply = FormReply & { made?: { name: string; text: string } };

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Makes an API key and shows it only once (API-02). */
export default function NewApiKey() {
  const { title, isOwner, owners, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("api");
  const proofLabels = useProofLabels();
  const list = paths.settings("api");
  const lastResult: Reply | undefined = useReply();
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { access: "read", lifetime: "never" },
    ...bySchema(createApiKeySchema),
  });
  const made = lastResult?.made;
  if (made) {
    return (
      <RouteDialog title={t("create.made_title", { name: made.name })} closeTo={list}>
        <div className="grid gap-4">
          <SecretOnce
            secret={made.text}
            title={t("create.label")}
            text={t("create.made_text")}
            label={t("create.label")}
            copyLabel={t("create.copy")}
          />
          <FormActions>
            <DialogCancel to={list}>{t("create.done")}</DialogCancel>
          </FormActions>
        </div>
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title={title} description={isOwner ? t("create.text") : undefined} closeTo={list}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors
          form={form}
          labels={{
            name: t("name"),
            access: t("access"),
            reads_documents: t("documents.label"),
            lifetime: t("lifetimes.label"),
            ...proofLabels,
          }}
        />
        {isOwner ? <ApiKeyFields fields={fields} /> : <ApiKeysOwnersOnly owners={owners} />}
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          <DialogCancel to={list} />
          {isOwner && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("create.pending")}>{t("create.submit")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
