import type { ActionFunctionArgs } from "@remix-run/node";
import type { InScope } from "~/domain/shared/scope";
import { checkSubscription } from "~/domain/subscriptions/check-subscription.server";
import { openPortal, startCheckout } from "~/domain/subscriptions/start-checkout.server";
import type { PlanInterval } from "~/domain/subscriptions/subscription";
import { requestLanguage } from "./request-language.server";
import { log } from "~/platform/log.server";
import type { Acting } from "./action.server";
import { billing } from "./app-context.server";
import { requireMember } from "./open-scope.server";
import { paths } from "~/paths/paths";
import { redirectToPayment } from "./redirect.server";

type AsMember = Pick<Acting<"member">, "inScope" | "t">;

/** A paused organization may still subscribe. */
const evenPaused =
  (inScope: AsMember["inScope"]): InScope =>
  (use) =>
    inScope(use, "subscription");

/** Redirects to Stripe's checkout of a plan, for the organization that the form's page named. */
export async function leadToCheckout(
  args: ActionFunctionArgs,
  { inScope, t }: AsMember,
  { plan: interval, organization }: { plan: PlanInterval; organization: string },
) {
  const { email, membership } = await requireMember(args);
  if (membership.orgId !== organization) return otherOrganization(t);
  const language = await requestLanguage(args.request);
  const noteFor = (name: string) => t("settings:subscription.pays_for", { organization: name });
  return redirectToPayment(
    await startCheckout(evenPaused(inScope), await billing(), { interval, email, language, noteFor }),
  );
}

/** Redirects to Stripe's customer portal, for the organization that the form's page named. */
export async function leadToPortal(
  args: ActionFunctionArgs,
  { inScope, t }: AsMember,
  { organization }: { organization: string },
) {
  const { membership } = await requireMember(args);
  if (membership.orgId !== organization) return otherOrganization(t);
  const language = await requestLanguage(args.request);
  return redirectToPayment(await openPortal(evenPaused(inScope), await billing(), language));
}

/** The user has switched the organization in another tab, so that nobody pays for one they do not see. */
const otherOrganization = (t: AsMember["t"]) => ({
  to: paths.settings("subscription"),
  toast: {
    tone: "error",
    title: t("settings:subscription.other_organization"),
    description: t("settings:subscription.other_organization_text"),
  } as const,
});

/** Queries Stripe for the subscription, past the cache. If that fails, the known state stays (BIL-04). */
export async function refreshStatus({ context }: ActionFunctionArgs, { inScope, t }: AsMember) {
  try {
    await checkSubscription(evenPaused(inScope), await billing());
    return { toast: { tone: "success", title: t("settings:subscription.refreshed") } as const };
  } catch (error) {
    log.warn({ err: error, request_id: context.requestId }, "subscription check failed");
    return { toast: { tone: "error", title: t("settings:subscription.refresh_failed") } as const };
  }
}
