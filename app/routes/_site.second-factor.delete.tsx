import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { ErasedItems } from "~/components/erasing/erased-items";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import type { OwnWork } from "~/domain/members/delete-account.server";
import { erasePersonSchema } from "~/domain/shared/erase.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { requireAccount } from "~/server/open-scope.server";
import { deleteOwnAccount, ownBelongings } from "~/server/own-account.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireAccount(args);
  const { name, email, membership } = user;
  return {
    name,
    email,
    isMember: membership !== null,
    ...(await ownBelongings(user)),
    proofs: await askedProofs(args),
    title: (await translator(args.request))("factor:delete.title"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "person",
    does: "account.delete",
    schema: erasePersonSchema,
    run: async ({ name }, { t }) => {
      const headers = await deleteOwnAccount(args, name);
      const toast = { tone: "success", title: t("factor:delete.done") } as const;
      return { to: paths.home(), toast, headers };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Deletes the account of the signed-in user (WORK-13, OPS-05). */
export default function DeleteAccount() {
  const { name, email, title, isMember, work, portals, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["factor", "common", "affiliates"]);
  const [form, fields] = useForm({
    id: "delete-account",
    lastResult: useReply(),
    ...bySchema(erasePersonSchema),
  });
  const blocked = work.filter(({ isLastOwner }) => isLastOwner);
  const backTo = isMember ? paths.settings("account") : paths.onboarding();
  return (
    <AuthCard title={title} description={t("delete.text", { email })}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ ...useProofLabels(), name: t("name") }} />
        {blocked.map((one) => (
          <LastOwner key={one.orgId} {...one} />
        ))}
        <ErasedItems
          headingLevel={2}
          title={t("delete.ends")}
          items={[
            t("delete.ends_account"),
            ...work.map(({ organization }) => t("delete.ends_work", { organization })),
            ...portals.map((organization) => t("delete.ends_portal", { organization })),
            ...(work.length > 0 ? [t("delete.ends_name")] : []),
          ]}
        />
        {(work.length > 0 || portals.length > 0) && (
          <ErasedItems
            headingLevel={2}
            title={t("delete.stays")}
            items={[
              ...(work.length > 0 ? [t("delete.stays_work"), t("delete.stays_keys")] : []),
              ...portals.map((organization) => t("delete.stays_portal", { organization })),
            ]}
          />
        )}
        {isMember && (
          <ButtonLink
            to={paths.accountFile()}
            variant="secondary"
            reloadDocument
            prefetch="none"
            className="justify-self-start"
          >
            {t("affiliates:erase.file")}
          </ButtonLink>
        )}
        {blocked.length === 0 && (
          <>
            <Alert tone="warning">{t("delete.final")}</Alert>
            <TextField
              field={fields.name}
              label={t("affiliates:erase.type", { name })}
              autoComplete="off"
              spellCheck={false}
            />
            <ProofFields proofs={proofs} fields={fields} />
          </>
        )}
        <FormActions>
          <ButtonLink to={backTo} variant="secondary">
            {t("common:cancel")}
          </ButtonLink>
          {blocked.length === 0 && isTyped(proofs) && (
            <SubmitButton variant="danger" pendingLabel={t("affiliates:erase.pending")}>
              {t("delete.title")}
            </SubmitButton>
          )}
        </FormActions>
      </Form>
    </AuthCard>
  );
}

/** Says what the only owner of an organization does first, with links into that organization. */
function LastOwner({ orgId, organization, isAlone, closedUntil }: OwnWork) {
  const { t } = useTranslation("factor");
  const { day } = useFormat();
  const link = (to: string, label: string) => (
    <Link to={paths.inOrganization(orgId, to)} reloadDocument className="font-medium underline underline-offset-4">
      {label}
    </Link>
  );
  if (closedUntil) {
    return (
      <Alert tone="warning" title={t("delete.owner", { organization })}>
        <p>{t("delete.owner_closed", { organization, date: day(closedUntil) })}</p>
        <p className="mt-2">{link(paths.closed(), t("delete.to_closed"))}</p>
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title={t("delete.owner", { organization })}>
      <p>{t(isAlone ? "delete.owner_alone" : "delete.owner_first")}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        {link(paths.settings("members"), t("delete.to_members"))}
        {link(paths.closeOrganization(), t("delete.to_delete"))}
      </p>
    </Alert>
  );
}
