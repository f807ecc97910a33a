import type { ActionFunctionArgs } from "@remix-run/node";
import { checkSubscription, type InOrganization } from "~/domain/subscriptions/check-subscription.server";
import { openPortal, startCheckout } from "~/domain/subscriptions/start-checkout.server";
import type { PlanInterval } from "~/domain/subscriptions/subscription";
import { requestLanguage } from "~/i18n/i18n.server";
import { log } from "~/platform/log.server";
import type { Acting } from "./action.server";
import { billing } from "./app-context.server";
import { requireMember } from "./open-scope.server";
import { redirectToPayment } from "./redirect.server";

type AsMember = Pick<Acting<"member">, "inScope" | "t">;

/** Subscribing is what a paused organisation can do. */
const evenPaused =
  (inScope: AsMember["inScope"]): InOrganization =>
  (use) =>
    inScope(use, "subscription");

/** Answers with the way to Stripe's checkout of a plan. */
export async function leadToCheckout(
  args: ActionFunctionArgs,
  { inScope }: AsMember,
  interval: PlanInterval,
): Promise<Response> {
  const { email } = await requireMember(args);
  const language = await requestLanguage(args.request);
  return redirectToPayment(
    await startCheckout(evenPaused(inScope), await billing(), { interval, email, language }),
  );
}

/** Answers with the way to Stripe's customer portal. */
export async function leadToPortal(args: ActionFunctionArgs, { inScope }: AsMember): Promise<Response> {
  const language = await requestLanguage(args.request);
  return redirectToPayment(await openPortal(evenPaused(inScope), await billing(), language));
}

/** Asks Stripe how the subscription stands, past what was known. When that fails, what was known stays (BIL-04). */
export async function refreshStatus({ context }: ActionFunctionArgs, { inScope, t }: AsMember) {
  try {
    await checkSubscription(evenPaused(inScope), await billing());
    return { toast: { tone: "success", title: t("settings:subscription.refreshed") } as const };
  } catch (error) {
    log.warn({ err: error, request_id: context.requestId }, "the subscription could not be checked");
    return { toast: { tone: "error", title: t("settings:subscription.refresh_failed") } as const };
  }
}
