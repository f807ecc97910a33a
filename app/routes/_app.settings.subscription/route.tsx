import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { subscriptionIntents } from "~/components/subscription/intents";
import { useReturn } from "~/components/subscription/use-return";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { todayIn } from "~/domain/shared/dates";
import { checkoutSchema, portalSchema } from "~/domain/subscriptions/subscription.schema";
import { subscriptionState } from "~/domain/subscriptions/subscription";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { leadToCheckout, leadToPortal, refreshStatus } from "~/server/subscription.server";
import { sendForm } from "~/browser/client-actions";
import { pageTitle } from "~/browser/page-title";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";
import { CurrentPlan } from "./current-plan";
import { PlanChoice } from "./plan-choice";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("settings:subscription.title");
  const wanted = new URL(request.url).searchParams.get("plan");
  return staffScope({ request, context }, async (scope, user) => {
    const facts = await scope.organization();
    const state = subscriptionState(facts, scope.now);
    const isOwner = user.membership.role === "owner";
    const end = state.status === "expired" ? state.pausedAt : state.endsAt;
    return {
      title,
      wanted: wanted === "monthly" ? ("monthly" as const) : ("yearly" as const),
      interval: facts.subscriptionInterval,
      paid: facts.subscriptionsPaid,
      isCustomer: facts.subscriptionCheckedAt !== null,
      hasEnded: facts.subscriptionStatus === "canceled",
      end: end && todayIn(facts.timeZone, end),
      owners: isOwner ? [] : await readOwners(scope),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    of: subscriptionIntents,
    intents: {
      checkout: {
        backTo: paths.settings("subscription"),
        schema: checkoutSchema,
        failed: "settings:subscription.checkout_failed",
        run: (wish, acting) => leadToCheckout(args, acting, wish),
      },
      portal: {
        backTo: paths.settings("subscription"),
        schema: portalSchema,
        failed: "settings:subscription.portal_failed",
        run: (wish, acting) => leadToPortal(args, acting, wish),
      },
      refresh: {
        backTo: (form) =>
          form.get("back") === "success" ? paths.subscriptionSuccess() : paths.settings("subscription"),
        run: (_, acting) => refreshStatus(args, acting),
      },
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, subscriptionIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The organization's subscription, with the links to Stripe: checkout, customer portal, and a refresh. */
export default function SubscriptionSettings() {
  const { wanted, interval, paid, isCustomer, hasEnded, end, owners } = useLoaderData<typeof loader>();
  const { subscription, role } = useAuth();
  const onSent = useReturn();
  if (!subscription) return null;
  const isOwner = role === "owner";
  return (
    <div className="space-y-6">
      <CurrentPlan
        subscription={subscription}
        interval={interval}
        paid={paid}
        isCustomer={isCustomer}
        hasEnded={hasEnded}
        end={end}
        isOwner={isOwner}
        owners={owners}
        onSent={onSent}
      />
      {isOwner && subscription.status !== "subscribed" && <PlanChoice wanted={wanted} onSent={onSent} />}
    </div>
  );
}
