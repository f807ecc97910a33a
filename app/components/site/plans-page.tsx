import { ElsewhereForm } from "~/components/subscription/elsewhere-form";
import { Button, ButtonLink, type ButtonLook } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import type { PlanInterval, SubscriptionState } from "~/domain/subscriptions/subscription";
import type { SiteContent } from "~/i18n/site-texts.server";
import { FeatureList, Price } from "./price-card";

export type PlansProps = {
  content: SiteContent;
  /** True right after the organization was created. */
  isWelcome: boolean;
  /** Where the trial starts: sign-up, or the screens of a signed-in user. */
  startTo: string;
  startLabel: string;
  /** The reader's organization, with the sentence that it pays; null for a reader without one. */
  payer: { orgId: string; label: string; status: SubscriptionState["status"]; maySubscribe: boolean } | null;
  /** Where each plan is bought; null for a reader who may pay right here. */
  buyTo: Record<PlanInterval, string> | null;
};

/** The two plans side by side, and the link to the trial without paying. */
export function PlansPage({ content, isWelcome, startTo, startLabel, payer, buyTo }: PlansProps) {
  const { plans, pricing } = content;
  // The page has one main button: choosing a plan for a reader who came to pay, otherwise the link onward.
  const chooses = payer?.maySubscribe === true && !isWelcome;
  const text = payer ? plans.own[payer.status] : plans.text;
  const cards: { id: PlanInterval; plan: typeof pricing.yearly; buy: string; badge?: string }[] = [
    { id: "yearly", plan: pricing.yearly, buy: plans.buyYearly, badge: pricing.twoMonths },
    { id: "monthly", plan: pricing.monthly, buy: plans.buyMonthly },
  ];
  return (
    <div className="site-glow">
      <div className="mx-auto max-w-4xl px-4 py-12 md:px-8 md:py-20">
        <div className="text-center">
          <h1 className="text-2xl font-semibold tracking-tight text-balance md:text-3xl">
            {isWelcome ? plans.welcome : plans.title}
          </h1>
          <p className="mx-auto mt-4 max-w-xl text-muted">{isWelcome ? plans.welcomeText : text}</p>
          <ButtonLink size="lg" variant={chooses ? "secondary" : "primary"} className="mt-8" to={startTo}>
            {startLabel}
          </ButtonLink>
        </div>
        {payer && <p className="mt-12 text-center font-medium wrap-anywhere">{payer.label}</p>}
        <div className={cn("grid gap-6 md:grid-cols-2", payer ? "mt-6" : "mt-12")}>
          {cards.map(({ id, plan, buy, badge }) => (
            <section
              key={id}
              aria-labelledby={id}
              className={cn("rounded-xl border bg-surface p-6 md:p-8", badge && "border-accent")}
            >
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 id={id} className="text-lg font-semibold">{`${pricing.plan} · ${plan.name}`}</h2>
                {badge && (
                  <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap text-accent">
                    {pricing.save}
                  </span>
                )}
              </div>
              <Price plan={plan} month={pricing.month} vat={pricing.vat} badge={badge} />
              <Buy
                to={buyTo?.[id]}
                orgId={payer?.orgId ?? ""}
                plan={id}
                label={buy}
                variant={badge && chooses ? "primary" : "secondary"}
              />
              <FeatureList features={pricing.features} className="mt-8" />
            </section>
          ))}
        </div>
        <p className="mx-auto mt-8 max-w-xl text-center text-sm text-balance text-muted">{plans.after}</p>
      </div>
    </div>
  );
}

type BuyProps = { to: string | undefined; orgId: string; plan: PlanInterval; label: string } & Pick<
  ButtonLook,
  "variant"
>;

/** The button to the checkout, or to where it begins. */
function Buy({ to, orgId, plan, label, variant }: BuyProps) {
  const look = { variant, size: "lg", className: "w-full" } as const;
  if (to)
    return (
      <div className="mt-6">
        <ButtonLink {...look} to={to}>
          {label}
        </ButtonLink>
      </div>
    );
  return (
    <ElsewhereForm leadsTo="checkout" orgId={orgId} plan={plan} className="mt-6">
      <Button {...look} type="submit">
        {label}
      </Button>
    </ElsewhereForm>
  );
}
