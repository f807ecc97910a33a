import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { customerPaymentIntents } from "~/components/payments/commission-intents";
import { RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { customerPaymentHandlers, loadCustomerPayment } from "~/server/customer-payment.server";
import { CustomerPaymentForm } from "./customer-payment-form";

export async function loader(args: LoaderFunctionArgs) {
  return loadCustomerPayment(args);
}

export async function action(args: ActionFunctionArgs) {
  const { kind, id } = args.params;
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    named: { kind, id },
    of: customerPaymentIntents,
    intents: customerPaymentHandlers(args),
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, customerPaymentIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function CustomerPaymentDialog() {
  const { title, payment, today } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["commissions", "transactions"]);
  const format = useFormat();
  const { search } = useAddress();
  const { kind, deal, period, amount } = payment.commission;
  const closeTo = paths.commissions(search);
  return (
    <RouteDialog
      title={title}
      description={t("customer.of", {
        deal: kind === "payment" ? `${deal}, ${format.month(period)}` : deal,
        commission: format.money(amount),
      })}
      closeTo={closeTo}
      size="sm"
    >
      <CustomerPaymentForm payment={payment} today={today} closeTo={closeTo} lastResult={useReply()} />
    </RouteDialog>
  );
}
