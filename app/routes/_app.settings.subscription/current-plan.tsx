import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { useAuth, type Auth } from "~/browser/use-auth";
import { ElsewhereForm } from "~/components/subscription/elsewhere-form";
import { subscriptionIntents } from "~/components/subscription/intents";
import { ContactLink } from "~/components/shell/contact-link";
import { Alert } from "~/components/ui/alert";
import { StatusBadge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { DescriptionList } from "~/components/ui/description-list";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { Icon } from "~/components/ui/icon";
import type { Day } from "~/domain/shared/dates";
import { plans, type PlanInterval } from "~/domain/subscriptions/subscription";

export type CurrentPlanProps = {
  subscription: NonNullable<Auth["subscription"]>;
  interval: PlanInterval | null;
  /** Number of paid subscriptions. */
  paid: number;
  /** True if there is something to manage at Stripe. */
  isCustomer: boolean;
  /** True if there was a subscription. */
  hasEnded: boolean;
  /** End of the trial or the paid period, future or past. */
  end: Day | null;
  isOwner: boolean;
  /** Names of the owners, for members. */
  owners: string[];
  onSent: () => void;
};

/** The state of the subscription, with links to the customer portal and a refresh button. */
export function CurrentPlan(props: CurrentPlanProps) {
  const { subscription, paid, isCustomer, isOwner, owners, onSent } = props;
  const { t } = useTranslation("settings");
  const { organization } = useAuth();
  const isPastDue = subscription.status === "subscribed" && subscription.isPastDue;
  const portal = (
    <ElsewhereForm leadsTo="portal" orgId={organization.id} onSent={onSent}>
      <Button type="submit" variant={isPastDue ? "primary" : "secondary"}>
        <Icon name="external-link" className="size-4" />
        {t("subscription.portal")}
        <span className="sr-only">{t("subscription.new_tab")}</span>
      </Button>
    </ElsewhereForm>
  );
  return (
    <Card
      title={t("subscription.title")}
      description={t("subscription.text")}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Form method="post" replace preventScrollReset>
            <input type="hidden" {...intent(subscriptionIntents, "refresh")} />
            <SubmitButton variant="secondary" pendingLabel={t("subscription.refreshing")}>
              <Icon name="refresh-cw" className="size-4" />
              {t("subscription.refresh")}
            </SubmitButton>
          </Form>
          {isOwner && isCustomer && portal}
        </div>
      }
    >
      {isPastDue && (
        <Alert tone="warning" title={t("subscription.past_due")} className="mb-4">
          {t(isOwner ? "subscription.past_due_text" : "subscription.past_due_member")}
        </Alert>
      )}
      {paid > 1 && (
        <Alert tone="warning" title={t("subscription.paid_twice", { number: paid })} className="mb-4">
          {t(isOwner ? "subscription.paid_twice_text" : "subscription.paid_twice_member")}
          {isOwner && <ContactLink />}
        </Alert>
      )}
      <Facts {...props} />
      {!isOwner && <p className="mt-4 text-muted">{t("subscription.ask", { owners: owners.join(", ") })}</p>}
    </Card>
  );
}

function Facts({ subscription, interval, hasEnded, end }: CurrentPlanProps) {
  const { t } = useTranslation(["settings", "site"]);
  const { day, money } = useFormat();
  const date = end ? day(end) : "";
  if (subscription.status !== "subscribed") {
    const text =
      subscription.status === "trial"
        ? t("subscription.trial_text", { count: subscription.daysLeft, date })
        : t(hasEnded ? "subscription.ended_text" : "subscription.expired_text", { date });
    const inTrial = subscription.status === "trial";
    return (
      <>
        <StatusBadge tone={inTrial ? "info" : "danger"}>
          {t(inTrial ? "subscription.trial" : hasEnded ? "subscription.ended" : "site:trial.expired")}
        </StatusBadge>
        <p className="mt-3 text-muted">{text}</p>
      </>
    );
  }
  const plan = plans.find((one) => one.interval === interval);
  const { cancels, isPastDue } = subscription;
  const price = plan && t(`subscription.price_${plan.interval}`, { price: money(plan.total) });
  return (
    <DescriptionList
      items={[
        {
          label: t("subscription.status"),
          value: (
            <StatusBadge tone={isPastDue ? "warning" : "success"}>
              {t(isPastDue ? "subscription.past_due_short" : "site:trial.premium")}
            </StatusBadge>
          ),
        },
        { label: t("subscription.plan"), value: price ? `Premium · ${price}` : "Premium" },
        { label: t(cancels ? "subscription.ends" : "subscription.next_bill"), value: date },
      ]}
    />
  );
}
