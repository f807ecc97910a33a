import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { AccountSection } from "~/components/payouts/account-section";
import { AgreementSection } from "~/components/payouts/agreement-section";
import { MissingList } from "~/components/payouts/missing-list";
import { PayeeForm } from "~/components/payouts/payee-form";
import { ownPayeeIntents } from "~/components/payouts/payee-intents";
import { RhythmText } from "~/components/payouts/rhythm-text";
import { VatCheckNote } from "~/components/payouts/vat-check-note";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { acceptAgreementSchema } from "~/domain/payouts/agreement";
import { acceptAgreement, readAgreement, withdrawAgreement } from "~/domain/payouts/agreement.server";
import { readRhythm } from "~/domain/payouts/payer.server";
import { readPayee } from "~/domain/payouts/read-payee.server";
import { DomainError } from "~/domain/shared/errors";
import { actingAffiliate } from "~/domain/shared/permissions";
import { isLanguage } from "~/i18n/languages";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { agreementPage } from "~/server/agreement-page.server";
import { affiliateScope, requireAffiliate } from "~/server/open-scope.server";
import { payeeForms } from "~/server/payee-forms.server";
import { countryOptions } from "~/server/country-options.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { askViesForAffiliate, shownVatCheck } from "~/server/vat-checks.server";
import "~/components/payouts/payee-texts";

export async function loader(args: LoaderFunctionArgs) {
  const title = (await translator(args.request))("payouts:payee.title");
  const countries = await countryOptions(args.request);
  const language = await requestLanguage(args.request);
  const loaded = await affiliateScope(args, async (scope) => {
    const { name, timeZone, defaultCurrency } = await scope.organization();
    return {
      title,
      countries,
      organization: name,
      currency: defaultCurrency,
      rhythm: await readRhythm(scope),
      timeZone,
      name: (await readOwnAffiliate(scope))?.name ?? "",
      payee: await readPayee(scope, actingAffiliate(scope)),
      agreement: agreementPage(await readAgreement(scope, actingAffiliate(scope)), language),
      vatCheck: await shownVatCheck(scope, actingAffiliate(scope)),
    };
  });
  await askViesForAffiliate(args, loaded.vatCheck);
  return loaded;
}

export async function action(args: ActionFunctionArgs) {
  const place = {
    affiliateId: async () => (await requireAffiliate(args)).affiliation.affiliateId,
    to: paths.payoutDetails(),
    request: args.request,
  };
  return runAction(args, {
    who: "affiliate",
    of: ownPayeeIntents,
    intents: {
      ...payeeForms(place),
      "accept-agreement": {
        backTo: place.to,
        schema: acceptAgreementSchema,
        run: async ({ agreement_version: version, agreement_language: language }, { inScope, t }) => {
          if (!isLanguage(language)) throw new DomainError("agreement_outdated");
          await inScope((scope) => acceptAgreement(scope, { version, language }));
          return { toast: { tone: "success", title: t("payouts:agreement.accepted_toast") } };
        },
      },
      "withdraw-agreement": {
        backTo: place.to,
        run: async (_, { inScope, t }) => {
          const done = await inScope(withdrawAgreement, "own_account");
          const title = t(`payouts:agreement.${done ? "withdrawn" : "withdrawn_before"}`);
          return { toast: { tone: done ? "success" : "info", title } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, ownPayeeIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** How the affiliate is paid: what is missing, account, name and address, self-billing (PAY-01, PAY-02, PAY-04). */
export default function PayoutDetails() {
  const { organization, timeZone, name, payee, vatCheck, agreement, ...page } = useLoaderData<typeof loader>();
  const { countries, rhythm, currency } = page;
  const { t } = useTranslation("payouts");
  const reply = useReply();
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader title={t("payee.title")} subtitle={t("payee.subtitle", { organization })} />
      <RhythmText organization={organization} rhythm={rhythm} currency={currency} />
      <MissingList missing={payee.missing} organization={organization} />
      <Card title={t("payee.account")}>
        <AccountSection
          accounts={payee.accounts}
          holder={payee.record.legalName ?? name}
          timeZone={timeZone}
          rule={t("payee.account_rule_own")}
          lastResult={replyTo(reply, "account")}
        />
      </Card>
      <Card title={t("payee.profile")} description={t("payee.profile_text")}>
        <PayeeForm
          payee={payee}
          countries={countries}
          lastResult={replyTo(reply, "save")}
          vatCheck={vatCheck && <VatCheckNote check={vatCheck} timeZone={timeZone} />}
        />
      </Card>
      {(agreement.offer !== "payer_missing" || agreement.accepted) && (
        <Card title={t("agreement.title")} description={t("agreement.text", { organization })}>
          <AgreementSection agreement={agreement} organization={organization} timeZone={timeZone} />
        </Card>
      )}
    </div>
  );
}
