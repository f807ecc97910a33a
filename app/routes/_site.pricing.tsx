import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainPage } from "~/browser/plain-page";
import { PlansPage } from "~/components/site/plans-page";
import type { CurrentUser } from "~/domain/identity/session.server";
import { subscriptionState, type PlanInterval } from "~/domain/subscriptions/subscription";
import { translator } from "~/server/request-language.server";
import { paths } from "~/paths/paths";
import { closedStaffScope } from "~/server/open-scope.server";
import { siteMeta, sitePage } from "~/server/site-page.server";

export const handle = plainPage;

/** The plans; after onboarding with a welcome and a link to the trial. */
export async function loader(args: LoaderFunctionArgs) {
  const { content, user, home } = await sitePage(args);
  const t = await translator(args.request);
  const wantsWelcome = new URL(args.request.url).searchParams.get("onboarding") === "true";
  const isWelcome = wantsWelcome && Boolean(user?.membership);
  const payer = await payerOf(args, user);
  const wayTo = (plan: PlanInterval) => {
    const choice = paths.settings("subscription", { plan });
    return user ? choice : paths.signIn({ redirectTo: choice });
  };
  return {
    content,
    isWelcome,
    startTo: home ?? paths.signUp(),
    startLabel: home && !isWelcome ? t("site:nav.dashboard") : content.plans.start,
    payer: payer && { ...payer, label: t("settings:subscription.pays_for", { organization: payer.name }) },
    buyTo: payer?.maySubscribe ? null : { yearly: wayTo("yearly"), monthly: wayTo("monthly") },
    meta: siteMeta(args.request, content.plansPage),
  };
}

/**
 * Returns the member's organization, which a plan is chosen for, and whether they may subscribe right here: the owner,
 * as long as it has no subscription. All others are linked to a page that explains their options.
 */
async function payerOf(args: LoaderFunctionArgs, user: CurrentUser | null) {
  if (!user?.membership || user.mustSetUpFactor) return null;
  const { role } = user.membership;
  return closedStaffScope(args, async (scope) => {
    const facts = await scope.organization();
    // An owner opens it again before it can be paid for.
    if (facts.closedAt) return null;
    const { status } = subscriptionState(facts, scope.now);
    const maySubscribe = role === "owner" && status !== "subscribed";
    return { orgId: scope.orgId, name: facts.name, status, maySubscribe };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Pricing() {
  const { content, isWelcome, startTo, startLabel, payer, buyTo } = useLoaderData<typeof loader>();
  return (
    <PlansPage
      content={content}
      isWelcome={isWelcome}
      startTo={startTo}
      startLabel={startLabel}
      payer={payer}
      buyTo={buyTo}
    />
  );
}
