import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReverseDialog } from "~/components/payments/reverse-dialog";
import { pageTitle } from "~/browser/page-title";
import { loadReversal, reversalAction } from "~/server/reversal.server";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

const targetOf = ({ request, params }: LoaderFunctionArgs) => ({
  kind: params["kind"],
  id: params["id"],
  closeTo: paths.transactions(new URL(request.url).search),
});

export async function loader(args: LoaderFunctionArgs) {
  return loadReversal(args, targetOf(args));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, reversalAction(targetOf(args)));
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function ReverseTransaction() {
  const { reversible, owners, closeTo } = useLoaderData<typeof loader>();
  return <ReverseDialog reversible={reversible} owners={owners} closeTo={closeTo} lastResult={useReply()} />;
}
