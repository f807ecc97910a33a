import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useNumberLocale } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import { FormActions } from "~/components/forms/form-actions";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { VersionField } from "~/components/forms/version-field";
import { OwnersOnly } from "~/components/members/why-not";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { datevSettingsSchema } from "~/domain/documents/datev.schema";
import { datevCharts } from "~/domain/documents/datev-settings";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { datevSettingsVersion, readDatevSettings, saveDatevSettings } from "~/domain/payouts/datev-settings.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("datev:settings.title");
  const page = await staffScope(args, async (scope, user) => {
    const settings = await readDatevSettings(scope);
    return {
      isOwner: user.membership.role === "owner",
      owners: await readOwners(scope),
      settings,
      version: datevSettingsVersion(settings),
    };
  });
  return pageFor(page.isOwner, { title, ...page });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: datevSettingsSchema,
    run: async (input, { inScope, t }) => {
      await inScope((scope) => saveDatevSettings(scope, input));
      return { to: paths.settings("payouts"), toast: { tone: "success", title: t("datev:settings.saved") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Sets the numbers that the tax adviser gives (PAY-14). */
export default function DatevSettingsDialog() {
  const { title, isOwner, owners, settings, version } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["datev", "common"]);
  const locale = useNumberLocale();
  const back = paths.settings("payouts");
  const lastResult = useReply();
  const [form, fields] = useForm({
    id: "datev",
    lastResult,
    defaultValue: {
      adviser: String(settings?.adviser ?? ""),
      client: String(settings?.client ?? ""),
      fiscal_month: String(settings?.fiscalMonth ?? 1),
      account_length: String(settings?.accountLength ?? 4),
      chart: settings?.chart ?? "",
      expense_account: settings?.expenseAccount ?? "",
      bank_account: settings?.bankAccount ?? "",
      version,
    },
    ...bySchema(datevSettingsSchema),
  });
  const labels = {
    adviser: t("settings.adviser"),
    client: t("settings.client"),
    fiscal_month: t("settings.fiscal_month"),
    account_length: t("settings.account_length"),
    chart: t("settings.chart"),
    expense_account: t("settings.expense_account"),
    bank_account: t("settings.bank_account"),
  };
  const number = { inputMode: "numeric", autoComplete: "off" } as const;
  const months = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  return (
    <RouteDialog title={title} closeTo={back} size="md">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors form={form} labels={labels} lastResult={lastResult} />
        <VersionField field={fields.version} lastResult={lastResult} />
        {isOwner ? (
          <>
            <Alert>{t("settings.defaults")}</Alert>
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField field={fields.adviser} label={labels.adviser} required {...number} />
              <TextField field={fields.client} label={labels.client} required {...number} />
              <SelectField
                field={fields.fiscal_month}
                label={labels.fiscal_month}
                options={upTo(1, 12).map((month) => ({
                  value: String(month),
                  label: months.format(Date.UTC(2026, month - 1)),
                }))}
              />
              <SelectField
                field={fields.account_length}
                label={labels.account_length}
                help={t("settings.account_length_help")}
                options={upTo(4, 8).map((digits) => ({ value: String(digits), label: String(digits) }))}
              />
            </div>
            <RadioCardsField
              field={fields.chart}
              label={labels.chart}
              options={datevCharts.map((value) => ({ value, label: t(`settings.charts.${value}`) }))}
            />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextField
                field={fields.expense_account}
                label={labels.expense_account}
                help={t("settings.expense_help")}
                {...number}
                optional
              />
              <TextField
                field={fields.bank_account}
                label={labels.bank_account}
                help={t("settings.bank_help")}
                {...number}
                optional
              />
            </div>
          </>
        ) : (
          <OwnersOnly owners={owners} />
        )}
        <FormActions>
          <DialogCancel to={back} />
          {isOwner && <SubmitButton pendingLabel={t("common:saving")}>{t("creditors.save")}</SubmitButton>}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
