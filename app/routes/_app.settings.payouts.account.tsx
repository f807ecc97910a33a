import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { OwnersOnly } from "~/components/members/why-not";
import { AccountFields, useAccountLabels } from "~/components/payouts/account-fields";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { payerAccountSchema } from "~/domain/payouts/payer.schema";
import { readPayer } from "~/domain/payouts/payer.server";
import { payerAccountVersion, setPayerAccount } from "~/domain/payouts/set-payer-account.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { staffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payee-texts";

export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("payouts:payer.account_title");
  const { isOwner, ...page } = await staffScope(args, async (scope, user) => {
    const { account, record } = await readPayer(scope);
    return {
      isOwner: user.membership.role === "owner",
      owners: await readOwners(scope),
      holder: account?.holder ?? null,
      legalName: record.legalName ?? (await scope.organization()).name,
      version: payerAccountVersion(account),
    };
  });
  const proofs = isOwner ? await askedProofs(args) : null;
  return pageFor(isOwner, { title, isOwner, proofs, ...page });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: payerAccountSchema,
    run: async (input, { inScope, t }) => {
      await inScope((scope) => setPayerAccount(scope, input));
      return {
        to: paths.settings("payouts"),
        toast: { tone: "success", title: t("payouts:payer.account_saved") },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Sets the account from which the organization pays (PAY-03). */
export default function PayerAccountDialog() {
  const { title, isOwner, owners, holder, legalName, version, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["payouts", "common"]);
  const back = paths.settings("payouts");
  const lastResult = useReply();
  const [form, fields] = useForm({
    id: "payer-account",
    lastResult,
    defaultValue: { holder: holder ?? "", iban: "", bic: "", version },
    ...bySchema(payerAccountSchema),
  });
  const labels = { ...useAccountLabels(), ...useProofLabels() };
  const description = isOwner ? t("payer.account_rule") : undefined;
  return (
    <RouteDialog title={title} description={description} closeTo={back} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors form={form} labels={labels} lastResult={lastResult} />
        <VersionField field={fields.version} lastResult={lastResult} />
        {isOwner ? (
          <>
            <AccountFields fields={fields} />
            <TextField
              field={fields.holder}
              label={labels.holder}
              help={t("payer.holder_help", { name: legalName })}
              autoComplete="off"
              optional
            />
          </>
        ) : (
          <OwnersOnly owners={owners} />
        )}
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          <DialogCancel to={back} />
          {isOwner && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("common:saving")}>{t("payee.account_save")}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
