import { ButtonLink } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import type { SiteContent } from "~/i18n/site-texts.server";
import { Section } from "./section";

/** The main button: to sign-up, or for signed-in users to their screens. */
export type Onward = { to: string; label: string };

/**
 * The plan with its switch between monthly and yearly: two radio buttons, and CSS shows the price of the chosen one.
 */
export function PriceCard(props: { content: SiteContent; onward: Onward; plansTo: string }) {
  const { content, onward, plansTo } = props;
  const { pricing } = content;
  return (
    <Section id="pricing" title={pricing.title} text={pricing.text}>
      <div className="group/price mx-auto mt-8 max-w-4xl">
        <fieldset className="mx-auto flex w-fit rounded-full border bg-sunken p-1">
          <legend className="sr-only">{pricing.switch}</legend>
          {(["monthly", "yearly"] as const).map((interval) => (
            <label
              key={interval}
              className={cn(
                "flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 text-sm font-medium text-muted",
                "has-checked:bg-surface has-checked:text-ink has-checked:shadow-float",
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
              )}
            >
              <input
                type="radio"
                name="interval"
                value={interval}
                defaultChecked={interval === "yearly"}
                autoComplete="off"
                className="sr-only"
              />
              {pricing[interval].name}
              {interval === "yearly" && (
                <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-accent">
                  {pricing.save}
                </span>
              )}
            </label>
          ))}
        </fieldset>
        <div className="mt-8 grid rounded-xl border bg-surface md:grid-cols-2">
          <div className="p-6 max-md:pb-0 md:p-10">
            <h3 className="text-lg font-semibold">{pricing.plan}</h3>
            <Price
              plan={pricing.monthly}
              month={pricing.month}
              vat={pricing.vat}
              className="hidden group-has-[[value=monthly]:checked]/price:block"
            />
            <Price
              plan={pricing.yearly}
              month={pricing.month}
              vat={pricing.vat}
              badge={pricing.twoMonths}
              className="group-has-[[value=monthly]:checked]/price:hidden"
            />
            <ButtonLink size="lg" to={onward.to} className="mt-6 w-full">
              {onward.label}
            </ButtonLink>
            <p className="mt-3 text-center text-sm text-muted">{pricing.note}</p>
          </div>
          <div className="p-6 md:border-l md:p-10">
            <FeatureList features={pricing.features} />
            <Link
              to={plansTo}
              className="mt-4 inline-flex min-h-11 items-center rounded-md text-sm font-medium text-accent underline underline-offset-4"
            >
              {pricing.all}
            </Link>
          </div>
        </div>
      </div>
    </Section>
  );
}

export type PriceProps = {
  plan: SiteContent["pricing"]["monthly"];
  month: string;
  vat: string;
  badge?: string;
  className?: string;
};

/** Shows the plan's price per month, and per invoice. */
export function Price({ plan, month, vat, badge, className }: PriceProps) {
  return (
    <div className={cn("mt-4", className)}>
      <p>
        <span className="text-3xl font-semibold tracking-tight tabular-nums">{plan.perMonth}</span>
        <span className="text-muted">
          {month} <span className="text-sm">{vat}</span>
        </span>
      </p>
      <p className="mt-2 flex min-h-14 flex-wrap content-start items-center gap-x-3 gap-y-1 text-sm text-muted">
        {plan.billed}
        {badge && (
          <span className="rounded-full bg-success-soft px-2.5 py-0.5 font-medium whitespace-nowrap text-success">
            {badge}
          </span>
        )}
      </p>
    </div>
  );
}

/** Lists what the plan contains. */
export function FeatureList({ features, className }: { features: readonly string[]; className?: string }) {
  return (
    <ul className={cn("grid gap-3", className)}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <Icon name="check" className="mt-0.5 size-5 shrink-0 text-accent" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
