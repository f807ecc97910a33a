import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { AccountSection } from "~/components/payouts/account-section";
import { AcceptedAgreement } from "~/components/payouts/agreement-section";
import { MissingList } from "~/components/payouts/missing-list";
import { PayeeForm } from "~/components/payouts/payee-form";
import { staffPayeeIntents } from "~/components/payouts/payee-intents";
import { VatCheckNote } from "~/components/payouts/vat-check-note";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readAgreement } from "~/domain/payouts/agreement.server";
import { confirmAccount } from "~/domain/payouts/payee-account.server";
import { confirmAccountSchema } from "~/domain/payouts/payee.schema";
import { readPayee } from "~/domain/payouts/read-payee.server";
import { behindDialog } from "~/paths/affiliate-view";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { agreementPage } from "~/server/agreement-page.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { staffScope } from "~/server/open-scope.server";
import { payeeForms } from "~/server/payee-forms.server";
import { askedProofs } from "~/server/prove.server";
import { countryOptions } from "~/server/country-options.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { askViesForStaff, shownVatCheck } from "~/server/vat-checks.server";
import { ConfirmAccountForm } from "./confirm-account-form";
import "~/components/payouts/payee-texts";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { id, name } = await affiliateOf(args);
  const proofs = await askedProofs(args);
  const countries = await countryOptions(args.request);
  const language = await requestLanguage(args.request);
  const loaded = await staffScope(args, async (scope) => ({
    title: t("payouts:payee.of", { name }),
    id,
    name,
    timeZone: (await scope.organization()).timeZone,
    payee: await readPayee(scope, id),
    agreement: agreementPage(await readAgreement(scope, id), language),
    vatCheck: await shownVatCheck(scope, id),
    proofs,
    countries,
  }));
  await askViesForStaff(args, loaded.vatCheck, id);
  return loaded;
}

const idOf = async (args: LoaderFunctionArgs) => (await affiliateOf(args)).id;

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  const to = paths.affiliateDialog(args.params["affiliateId"] ?? "", "payout", search);
  const affiliateId = () => idOf(args);
  const place = { affiliateId, to, request: args.request };
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    of: staffPayeeIntents,
    intents: {
      ...payeeForms(place),
      confirm: {
        schema: confirmAccountSchema,
        run: async (input, { inScope, t }) => {
          const id = await affiliateId();
          await inScope((scope) => confirmAccount(scope, id, input));
          return { to, toast: { tone: "success", title: t("payouts:payee.confirmed") } };
        },
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, staffPayeeIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** How an affiliate is paid, entered by staff, and what the affiliate has agreed to (PAY-01, PAY-02, PAY-04). */
export default function AffiliatePayout() {
  const { title, id, name, timeZone, payee, agreement, vatCheck, proofs, countries } = useLoaderData<typeof loader>();
  const { t } = useTranslation("payouts");
  const { search } = useAddress();
  const reply = useReply();
  const { pending } = payee.accounts;
  return (
    <RouteDialog title={title} closeTo={behindDialog(id, search)} size="lg">
      <div className="space-y-8">
        <MissingList missing={payee.missing} organization={null} />
        <section aria-labelledby="payee-account">
          <h3 id="payee-account" className="mb-3 font-semibold">
            {t("payee.account")}
          </h3>
          <AccountSection
            accounts={payee.accounts}
            holder={payee.record.legalName ?? name}
            timeZone={timeZone}
            rule={t("payee.account_rule_staff")}
            lastResult={replyTo(reply, "account")}
            confirm={
              pending?.waits === "days" && (
                <ConfirmAccountForm id={pending.id} proofs={proofs} lastResult={replyTo(reply, "confirm")} />
              )
            }
          />
        </section>
        <section aria-labelledby="payee-profile">
          <h3 id="payee-profile" className="mb-3 font-semibold">
            {t("payee.profile")}
          </h3>
          <PayeeForm
            payee={payee}
            countries={countries}
            lastResult={replyTo(reply, "save")}
            vatCheck={vatCheck && <VatCheckNote check={vatCheck} timeZone={timeZone} />}
          />
        </section>
        <section aria-labelledby="agreement">
          <h3 id="agreement" className="mb-3 font-semibold">
            {t("agreement.title")}
          </h3>
          <AcceptedAgreement agreement={agreement} timeZone={timeZone} />
          {(agreement.offer !== "open" || !agreement.accepted) && (
            <p className="text-muted">{t(`agreement.staff.${agreement.offer}`)}</p>
          )}
        </section>
      </div>
    </RouteDialog>
  );
}
