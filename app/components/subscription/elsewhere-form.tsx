import type { ReactNode } from "react";
import { intent } from "~/browser/intents";
import { paths } from "~/paths/paths";
import { subscriptionIntents } from "./intents";

export type ElsewhereFormProps = {
  leadsTo: "checkout" | "portal";
  /** The organization that the page names: it pays, and no other that is opened meanwhile. */
  orgId: string;
  /** The plan that is to be paid. */
  plan?: string;
  className?: string;
  children: ReactNode;
  onSent?: () => void;
};

/**
 * A form that opens Stripe's page in a new tab. The browser itself sends it and follows the redirect that answers it,
 * which no pop-up blocker stops and which needs no script.
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
