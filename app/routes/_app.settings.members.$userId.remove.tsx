import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { LastOwner, OwnersOnly } from "~/components/members/why-not";
import { DialogCancel, DialogForm, DialogLink, RouteDialog } from "~/components/ui/route-dialog";
import { SelectField } from "~/components/forms/select-field";
import { countLeadsOfMember } from "~/domain/leads/release-leads.server";
import { readMembers } from "~/domain/members/list-members.server";
import { heirSchema } from "~/domain/members/member.schema";
import { staffScope } from "~/server/open-scope.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { memberOf, pageFor } from "~/server/named-member.server";
import { pageTitle } from "~/browser/page-title";
import { askedProofs } from "~/server/prove.server";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

/** More leads are not counted. */
const MAX_COUNTED = 1_000;

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await memberOf(args);
  const t = await translator(args.request);
  const what = dialog.isSelf ? "leave" : "remove";
  const page = await staffScope(args, async (scope) => ({
    leads: await countLeadsOfMember(scope, dialog.member.id, MAX_COUNTED),
    heirs: (await readMembers(scope)).filter(({ id }) => id !== dialog.member.id).map(({ id, name }) => ({ id, name })),
  }));
  return pageFor(dialog.isSelf || dialog.mayChange, {
    ...dialog,
    ...page,
    what,
    title: t(`members:${what}.title`),
    proofs: dialog.isSelf || dialog.mayChange ? await askedProofs(args) : null,
  } as const);
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: heirSchema,
    run: async (heir, { inScope, t }) => {
      const { member, isSelf, organization } = await memberOf(args);
      await inScope((scope) => removeMember(scope, member.id, { heir }), isSelf ? "own_account" : undefined);
      return isSelf
        ? {
            to: paths.signIn(),
            toast: { tone: "success", title: t("members:toast.left", { organization }) },
          }
        : {
            to: paths.settings("members"),
            toast: {
              tone: "success",
              title: t("members:toast.removed"),
              description: t("members:toast.removed_text", { name: member.name }),
            },
          };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Removes a member, or leaves the organization. */
export default function RemoveMember() {
  const { member, organization, what, title, isSelf, isLastOwner, isAlone, mayChange, owners, proofs, leads, heirs } =
    useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ heir?: string } & Record<string, string>>({ lastResult: useReply() });
  const { t } = useTranslation("members");
  const list = paths.settings("members");
  const isAllowed = isSelf || mayChange;
  const may = isAllowed && !isLastOwner;
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={title}
      description={may ? t(`${what}.text`, { organization }) : undefined}
      closeTo={list}
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={useProofLabels()} />
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{member.name}</p>
          <p className="text-muted">{member.email}</p>
        </div>
        {!isAllowed && <OwnersOnly owners={owners} />}
        {isAllowed && isLastOwner && <LastOwner isAlone={isAlone} />}
        {may && (
          <DialogLink to={paths.member(member.id, "erase")} className="justify-self-start">
            {t("erase.open")}
          </DialogLink>
        )}
        {may && leads > 0 && (
          <SelectField
            field={fields.heir}
            label={t("heir.label")}
            help={leads < MAX_COUNTED ? t("heir.text", { count: leads }) : t("heir.more", { count: MAX_COUNTED })}
            options={[
              { value: "", label: t("heir.nobody") },
              ...heirs.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {may && <ProofFields proofs={proofs} fields={fields} />}
        <FormActions>
          <DialogCancel to={list} autoFocus />
          {may && isTyped(proofs) && (
            <SubmitButton variant="danger" pendingLabel={t(`${what}.pending`)}>
              {t(`${what}.submit`)}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
