import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import "~/components/closing/closing-texts";
import { ErasedItems } from "~/components/erasing/erased-items";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { OwnersOnly } from "~/components/members/why-not";
import { WithoutArchive } from "~/components/closing/without-archive";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { Link } from "~/components/ui/link";
import { closeOrganization } from "~/domain/members/close-organization.server";
import { closeOrganizationSchema } from "~/domain/members/closing.schema";
import { readBeforeClosing } from "~/domain/members/read-closing.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { requireMember, staffScope } from "~/server/open-scope.server";
import { askedProofs, provenTill } from "~/server/prove.server";
import { translator } from "~/server/request-language.server";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const dialog = await staffScope(args, async (scope, user) => {
    const { archivedAt, ...facts } = await readBeforeClosing(scope);
    return {
      ...facts,
      archivedAt: archivedAt?.toISOString() ?? null,
      timeZone: (await scope.organization()).timeZone,
      isOwner: user.membership.role === "owner",
      owners: await readOwners(scope),
    };
  });
  const title = t("closing:ask_title", { organization: dialog.organization });
  const isProven = provenTill(await requireMember(args)) !== null;
  return pageFor(dialog.isOwner, { ...dialog, title, isProven, proofs: await askedProofs(args) });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: closeOrganizationSchema,
    run: async (input, { inScope, t }) => {
      const organization = await inScope(async (scope) => {
        await closeOrganization(scope, input);
        return (await scope.organization()).name;
      }, "deletion");
      const toast = { title: t("closing:done", { organization }), description: t("closing:done_text") };
      return { to: paths.closed(), toast: { tone: "success", ...toast } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Confirms that an owner closes the organization, which is deleted 30 days later (WORK-13). */
export default function DeleteOrganization() {
  const page = useLoaderData<typeof loader>();
  const { title, organization, isOwner, owners, proofs, isSubscribed } = page;
  const { t } = useTranslation(["closing", "factor"]);
  const { when } = useAuditWords(page.timeZone);
  const date = useFormat().day(page.until);
  const back = paths.settings("data");
  const [form, fields] = useForm({
    id: "close-organization",
    lastResult: useReply(),
    ...bySchema(closeOrganizationSchema),
  });
  return (
    <RouteDialog kind="alert" title={title} closeTo={back}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors
          form={form}
          labels={{ name: t("name"), without_archive: t("without_export"), ...useProofLabels() }}
        />
        {!isOwner && <OwnersOnly owners={owners} />}
        <ErasedItems
          title={t("at_once")}
          items={[t("once_work"), t("once_portal"), t("once_outside"), ...(isSubscribed ? [t("once_plan")] : [])]}
        />
        <ErasedItems title={t("until", { date })} items={[t("until_back"), t("until_export")]} />
        <ErasedItems title={t("then")} items={[t("then_all"), t("then_documents")]} />
        {isOwner && (
          <>
            <Alert tone={page.isArchived ? "info" : "warning"}>
              <p>{page.archivedAt ? t("export_last", { when: when(page.archivedAt) }) : t("export_none")}</p>
              {page.isProven ? (
                <ButtonLink to={paths.archiveZip()} variant="secondary" reloadDocument prefetch="none" className="mt-2">
                  <Icon name="download" />
                  {t("export_now")}
                </ButtonLink>
              ) : (
                <Link to={paths.archive()} className="font-medium underline underline-offset-4">
                  {t("export_open")}
                </Link>
              )}
            </Alert>
            {!page.isArchived && <WithoutArchive field={fields.without_archive} label={t("without_export")} />}
            <TextField field={fields.name} label={t("type", { organization })} autoComplete="off" spellCheck={false} />
            <ProofFields proofs={proofs} fields={fields} />
          </>
        )}
        <FormActions>
          <DialogCancel to={back} autoFocus />
          {isOwner && isTyped(proofs) && (
            <SubmitButton variant="danger" pendingLabel={t("pending")}>
              {t("submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
