import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptDialog } from "~/components/receipts/receipt-dialog";
import { loadReceipt, saveReceipt } from "~/web/receipt.server";
import { pageTitle } from "~/web/page-title";
import { useReply } from "~/web/use-reply";

const targetOf = ({ request, params }: LoaderFunctionArgs) => ({
  kind: params["kind"],
  id: params["id"],
  closeTo: `/transactions${new URL(request.url).search}`,
});

export async function loader(args: LoaderFunctionArgs) {
  return loadReceipt(args, targetOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return saveReceipt(args, targetOf(args));
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function TransactionReceipt() {
  const { transaction, closeTo } = useLoaderData<typeof loader>();
  return <ReceiptDialog transaction={transaction} closeTo={closeTo} lastResult={useReply()} />;
}
