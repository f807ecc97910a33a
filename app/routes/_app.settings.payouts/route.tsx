import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { RhythmText } from "~/components/payouts/rhythm-text";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { payerSchema } from "~/domain/payouts/payer.schema";
import { payerVersion, readPayer, savePayer } from "~/domain/payouts/payer.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { countryOptions } from "~/server/country-options.server";
import { staffScope } from "~/server/open-scope.server";
import { numberLocale, translator } from "~/server/request-language.server";
import { PayerForm } from "./payer-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:sections.payouts");
  const countries = await countryOptions(request);
  return staffScope({ request, context }, async (scope, user) => {
    const { defaultCurrency: currency, name: organization } = await scope.organization();
    const payer = await readPayer(scope);
    const mayEdit = user.membership.role === "owner";
    return { title, organization, payer, currency, version: payerVersion(payer, currency), countries, mayEdit };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: () => schemaOf(args),
    run: async (input, { inScope, t }) => {
      await inScope((scope) => savePayer(scope, input));
      return { to: paths.settings("payouts"), toast: { tone: "success", title: t("payouts:payer.saved") } };
    },
  });
}

async function schemaOf(args: ActionFunctionArgs) {
  const locale = await numberLocale(args.request);
  return staffScope(args, async (scope) => payerSchema((await scope.organization()).defaultCurrency, locale));
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The organization as a payer: name, address, and rhythm of payouts (PAY-03). */
export default function PayerSettings() {
  const { organization, payer, currency, version, countries, mayEdit } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payouts");
  const lastResult = useReply();
  if (!mayEdit) {
    const { cadence, payDay, minimumAmount } = payer;
    return (
      <Card title={t("payer.title")}>
        <div className="grid gap-3">
          <p>{payer.record.legalName ?? organization}</p>
          <RhythmText
            organization={organization}
            rhythm={cadence && { cadence, payDay, minimumAmount }}
            currency={currency}
          />
          <Alert>{t("payer.owner_only")}</Alert>
        </div>
      </Card>
    );
  }
  return (
    <PayerForm
      key={version}
      payer={payer}
      currency={currency}
      version={version}
      countries={countries}
      lastResult={lastResult}
    />
  );
}
