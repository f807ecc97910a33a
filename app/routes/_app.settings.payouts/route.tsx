import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { RhythmText } from "~/components/payouts/rhythm-text";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { accountText, type PayerAccountView } from "~/domain/payouts/payer";
import { payerSchema } from "~/domain/payouts/payer.schema";
import { readDatevSettings } from "~/domain/payouts/datev-settings.server";
import { payerVersion, readPayer, requireSecondApprover, savePayer } from "~/domain/payouts/payer.server";
import { yearOf } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { countryOptions } from "~/server/country-options.server";
import { staffScope } from "~/server/open-scope.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { ApprovalCard } from "./approval-card";
import { DatevCard } from "./datev-card";
import { payerIntents } from "./intents";
import { PayerForm } from "./payer-form";
import "~/components/payouts/payee-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:sections.payouts");
  const countries = await countryOptions(request);
  return staffScope({ request, context }, async (scope, user) => {
    const { defaultCurrency: currency, name: organization } = await scope.organization();
    const payer = await readPayer(scope);
    const mayEdit = user.membership.role === "owner";
    const version = payerVersion(payer, currency);
    const datev = await readDatevSettings(scope);
    const year = yearOf(await scope.today());
    return { title, organization, payer, datev, currency, version, countries, mayEdit, year };
  });
}

export async function action(args: ActionFunctionArgs) {
  const to = paths.settings("payouts");
  return runAction(args, {
    who: "member",
    of: payerIntents,
    intents: {
      save: {
        schema: () => schemaOf(args),
        run: async (input, { inScope, t }) => {
          await inScope((scope) => savePayer(scope, input));
          return { to, toast: { tone: "success", title: t("payouts:payer.saved") } };
        },
      },
      "require-approver": {
        backTo: to,
        run: async (_, { inScope, t }) => {
          await inScope((scope) => requireSecondApprover(scope, true));
          return { toast: { tone: "success", title: t("payouts:payer.approval_required") } };
        },
      },
      "release-approver": {
        backTo: to,
        run: async (_, { inScope, t }) => {
          await inScope((scope) => requireSecondApprover(scope, false));
          return { toast: { tone: "success", title: t("payouts:payer.approval_released") } };
        },
      },
    },
  });
}

async function schemaOf(args: ActionFunctionArgs) {
  const locale = await numberLocale(args.request);
  return staffScope(args, async (scope) => payerSchema((await scope.organization()).defaultCurrency, locale));
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, payerIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The organization as a payer: name, account, rhythm, numbers, VAT and approval of payouts (PAY-03). */
export default function PayerSettings() {
  const { organization, payer, datev, currency, version, countries, mayEdit, year } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payouts");
  const lastResult = useReply();
  if (!mayEdit) {
    const { cadence, payDay, minimumAmount } = payer;
    return (
      <>
        <Card title={t("payer.title")}>
          <div className="grid gap-3">
            <p>{payer.record.legalName ?? organization}</p>
            <RhythmText
              organization={organization}
              rhythm={cadence && { cadence, payDay, minimumAmount }}
              currency={currency}
            />
            <p>{t(payer.secondApprover ? "payer.approval_on_text" : "payer.approval_off_text")}</p>
            <Alert>{t("payer.owner_only")}</Alert>
          </div>
        </Card>
        <Outlet />
      </>
    );
  }
  return (
    <div className="grid gap-6">
      <PayerForm
        key={version}
        payer={payer}
        currency={currency}
        version={version}
        year={year}
        countries={countries}
        lastResult={lastResult}
        account={<AccountLine account={payer.account} legalName={payer.record.legalName ?? organization} />}
      />
      <ApprovalCard isRequired={payer.secondApprover} />
      <DatevCard settings={datev} />
      <Outlet />
    </div>
  );
}

type AccountLineProps = { account: PayerAccountView | null; legalName: string };

/** The account from which the organization pays, and the way to its form. */
function AccountLine({ account, legalName }: AccountLineProps) {
  const { t } = useTranslation("payouts");
  return (
    <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
      <p className="min-w-0 wrap-anywhere">
        {account ? `${account.holder ?? legalName}, ${accountText(account)}` : t("payer.account_none")}
      </p>
      <DialogLink to={paths.payerAccount()} prefetch="intent" className="shrink-0">
        {t(account ? "payer.account_change" : "payer.account_enter")}
      </DialogLink>
    </div>
  );
}
