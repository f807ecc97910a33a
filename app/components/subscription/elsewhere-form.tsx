import type { ReactNode } from "react";
import { intent } from "~/browser/intents";
import { paths } from "~/paths/paths";
import { subscriptionIntents } from "./intents";

export type ElsewhereFormProps = {
  leadsTo: "checkout" | "portal";
  /** The organization that the page names. It pays, even if another one is opened in the meantime. */
  orgId: string;
  /** The plan to buy. */
  plan?: string;
  className?: string;
  children: ReactNode;
  onSent?: () => void;
};

/**
 * A form that opens Stripe's page in a new tab. The browser sends it and follows the redirect, so no pop-up blocker
 * stops it and no script is needed.
 */
export function ElsewhereForm({ leadsTo, orgId, plan, className, children, onSent }: ElsewhereFormProps) {
  return (
    <form method="post" action={paths.settings("subscription")} target="_blank" className={className} onSubmit={onSent}>
      <input type="hidden" {...intent(subscriptionIntents, leadsTo)} />
      <input type="hidden" name="organization" value={orgId} />
      {plan && <input type="hidden" name="plan" value={plan} />}
      {children}
    </form>
  );
}
