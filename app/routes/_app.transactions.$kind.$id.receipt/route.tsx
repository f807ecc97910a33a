import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptDialog } from "~/components/receipts/receipt-dialog";
import { loadReceipt, receiptAction } from "~/server/receipt.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

const targetOf = ({ request, params }: LoaderFunctionArgs) => ({
  kind: params["kind"],
  id: params["id"],
  closeTo: paths.transactions(new URL(request.url).search),
});

export async function loader(args: LoaderFunctionArgs) {
  return loadReceipt(args, targetOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, receiptAction(args, targetOf(args)));
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function TransactionReceipt() {
  const { transaction, file, closeTo } = useLoaderData<typeof loader>();
  return <ReceiptDialog transaction={transaction} file={file} closeTo={closeTo} lastResult={useReply()} />;
}
