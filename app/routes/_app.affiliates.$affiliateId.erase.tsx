import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { OwnersOnly } from "~/components/members/why-not";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { eraseAffiliateSchema } from "~/domain/affiliates/erase.schema";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/i18n/i18n.server";
import { runAction } from "~/server/action.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { pageFor } from "~/server/named-member.server";
import { requireMember, staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { behindDialog } from "~/paths/affiliate-view";

export async function loader(args: LoaderFunctionArgs) {
  const { id, name, email } = await affiliateOf(args);
  const title = (await translator(args.request))("affiliates:erase.title");
  const isOwner = (await requireMember(args)).membership.role === "owner";
  const owners = isOwner ? [] : await staffScope(args, (scope) => readOwners(scope));
  return pageFor(isOwner, { title, isOwner, owners, affiliate: { id, name, email } });
}

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  return runAction(args, {
    who: "member",
    schema: eraseAffiliateSchema,
    run: async ({ name }, { inScope, t }) => {
      await inScope(async (scope) => {
        const affiliate = await readAffiliate(scope, args.params["affiliateId"]);
        if (!affiliate) throw new DomainError("not_found");
        const nobody = t("affiliates:erase.nobody", { number: affiliate.id.slice(-6).toUpperCase() });
        await eraseAffiliate(scope, affiliate.id, { name, nobody });
      }, "erasure");
      return {
        to: behindDialog(args.params["affiliateId"] ?? "", search),
        toast: {
          tone: "success",
          title: t("affiliates:erase.done"),
          description: t("affiliates:erase.done_text"),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const removed = ["account", "access", "texts"] as const;
const kept = ["money", "leads", "log"] as const;

/** Erases the person and keeps the money (OPS-05). */
export default function EraseAffiliate() {
  const { title, isOwner, owners, affiliate } = useLoaderData<typeof loader>();
  const { t } = useTranslation("affiliates");
  const behind = behindDialog(affiliate.id, useAddress().search);
  const [form, fields] = useForm({
    lastResult: useReply(),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: eraseAffiliateSchema }),
    shouldRevalidate: "onInput",
  });
  const label = t("erase.type", { name: affiliate.name });
  return (
    <RouteDialog kind="alert" size="md" title={title} closeTo={behind}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ name: t("edit.name") }} />
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{affiliate.name}</p>
          <p className="text-muted">{affiliate.email}</p>
        </div>
        {!isOwner && <OwnersOnly owners={owners} />}
        <Part title={t("erase.removed")} items={removed.map((one) => t(`erase.removed_items.${one}`))} />
        <Part title={t("erase.kept")} items={kept.map((one) => t(`erase.kept_items.${one}`))} />
        {isOwner && (
          <>
            <Alert tone="warning">{t("erase.final")}</Alert>
            <TextField field={fields.name} label={label} autoComplete="off" spellCheck={false} />
          </>
        )}
        <FormActions>
          <DialogCancel to={behind} autoFocus />
          {isOwner && (
            <SubmitButton variant="danger" pendingLabel={t("erase.pending")}>
              {t("erase.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}

function Part({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
