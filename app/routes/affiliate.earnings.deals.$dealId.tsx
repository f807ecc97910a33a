import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { sendForm } from "~/browser/client-actions";
import { ownConversationIntents } from "~/components/conversation/conversation-intents";
import { DealDialog } from "~/components/portal/deal-dialog";
import { useAddress } from "~/components/ui/use-address";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { ownConversationAction } from "~/server/conversation-forms.server";
import { loadOwnDeal } from "~/server/own-deal.server";

export async function loader(args: LoaderFunctionArgs) {
  return loadOwnDeal(args);
}

/** Handles a message of the affiliate: the dialog stays open and shows it. */
export async function action(args: ActionFunctionArgs) {
  return runAction(args, { of: ownConversationIntents, ...ownConversationAction(args) });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, ownConversationIntents);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** A deal over the earnings, where it was opened; it closes to them. */
export default function DealOfEarnings() {
  const { deal, conversation } = useLoaderData<typeof loader>();
  const { search } = useAddress();
  return (
    <DealDialog
      deal={deal}
      conversation={conversation}
      page={paths.ownEarningsDeal(deal.id, search)}
      closeTo={paths.ownEarnings(search)}
    />
  );
}
