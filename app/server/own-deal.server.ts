import type { LoaderFunctionArgs } from "@remix-run/node";
import { readOwnDeal } from "~/domain/deals/read-own-deal.server";
import { readOwnConversation } from "~/domain/leads/read-conversation.server";
import { affiliateScope } from "./open-scope.server";

/** Loads the acting affiliate's deal in the URL with its messages, for its dialog. Throws 404 for any other. */
export async function loadOwnDeal(args: LoaderFunctionArgs) {
  return affiliateScope(args, async (scope) => {
    const deal = await readOwnDeal(scope, args.params["dealId"] ?? "");
    if (!deal) throw new Response(null, { status: 404 });
    return { title: deal.title, deal, conversation: await readOwnConversation(scope, deal.leadId) };
  });
}
