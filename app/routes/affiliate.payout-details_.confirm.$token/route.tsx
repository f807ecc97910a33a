import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAccountWords } from "~/components/payouts/account-section";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { ACCOUNT_DAYS } from "~/domain/payouts/payee";
import { accountOfLink, confirmByLink } from "~/domain/payouts/payee-account.server";
import { addDays, formatDay } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { affiliateScope } from "~/server/open-scope.server";
import { moneyLocale, requestLanguage, translator } from "~/server/request-language.server";
import "~/components/payouts/payee-texts";

// Opening the link changes nothing, because mail scanners open links too. Its button confirms the account.

export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("payouts:payee.link_title");
  return affiliateScope(args, async (scope) => {
    const { name: organization } = await scope.organization();
    const from = addDays(await scope.today(), ACCOUNT_DAYS);
    try {
      const account = await accountOfLink(scope, args.params["token"] ?? "");
      return data({ title, organization, from, account });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "account_link_gone") throw error;
      return data({ title, organization, from, account: null }, { status: 410 });
    }
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    schema: z.object({}),
    backTo: paths.payoutDetails(),
    run: async (_, { inScope, t }) => {
      const language = await requestLanguage(args.request);
      const from = await inScope(async (scope) => {
        await confirmByLink(scope, args.params["token"] ?? "", language);
        return addDays(await scope.today(), ACCOUNT_DAYS);
      });
      const date = formatDay(from, moneyLocale(args.request, language));
      const description = t("payouts:payee.link_done_text", { date });
      return { toast: { tone: "success", title: t("payouts:payee.link_done"), description } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  ...pageTitle(loaded?.title),
  { name: "robots", content: "noindex" },
];

/** Asks the affiliate whether they have entered an account (PAY-02). */
export default function ConfirmAccount() {
  const { title, organization, from, account } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payouts");
  const format = useFormat();
  const words = useAccountWords();
  if (!account) {
    return (
      <div className="max-w-3xl space-y-6">
        <PageHeader title={t("payee.link_gone")} />
        <Alert tone="warning">{t("payee.link_gone_text")}</Alert>
        <ButtonLink to={paths.payoutDetails()} variant="secondary">
          {t("payee.open")}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader title={title} />
      <Card>
        <div className="grid gap-4">
          <p className="text-lg font-medium wrap-anywhere">{words(account)}</p>
          <p>{t("payee.link_text", { date: format.day(from) })}</p>
          <Alert tone="warning">{t("payee.link_not_you", { organization })}</Alert>
          <Form method="post">
            <SubmitButton pendingLabel={t("payee.confirming")} className="max-md:w-full">
              {t("payee.link_confirm")}
            </SubmitButton>
          </Form>
        </div>
      </Card>
    </div>
  );
}
