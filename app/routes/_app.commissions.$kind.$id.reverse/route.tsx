import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReverseDialog } from "~/components/payments/reverse-dialog";
import { pageTitle } from "~/web/page-title";
import { loadReversal, saveReversal } from "~/web/reversal.server";
import { useReply } from "~/web/use-reply";

const targetOf = ({ request, params }: LoaderFunctionArgs) => ({
  kind: params["kind"],
  id: params["id"],
  closeTo: `/commissions${new URL(request.url).search}`,
});

export async function loader(args: LoaderFunctionArgs) {
  return loadReversal(args, targetOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return saveReversal(args, targetOf(args));
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function ReversePayment() {
  const { reversible, owners, closeTo } = useLoaderData<typeof loader>();
  return <ReverseDialog {...{ reversible, owners, closeTo }} lastResult={useReply()} />;
}
