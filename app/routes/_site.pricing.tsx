import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { plans, TRIAL_DAYS } from "~/domain/organizations/organization";
import { translator } from "~/i18n/i18n.server";
import { useFormat } from "~/web/use-format";
import { currentUser } from "~/web/session.server";
import { pageTitle } from "~/web/page-title";

/** Plans; after onboarding the way into the trial. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const user = await currentUser({ request, context });
  return {
    title: t("site:pricing.page_title"),
    onboarding: new URL(request.url).searchParams.get("onboarding") === "true" && Boolean(user?.membership),
    member: Boolean(user?.membership),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

const features = ["leads", "deals", "affiliates", "commissions", "webhooks"] as const;

export default function Pricing() {
  const { onboarding, member } = useLoaderData<typeof loader>();
  const { t } = useTranslation("site");
  const format = useFormat();
  return (
    <div className="mx-auto max-w-4xl px-4 py-12 md:py-16">
      <div className="text-center">
        <h1 className="text-2xl font-semibold tracking-tight text-balance md:text-3xl">
          {t(onboarding ? "pricing.welcome" : "pricing.title")}
        </h1>
        <p className="mx-auto mt-3 max-w-xl text-muted">{t("pricing.trial", { days: TRIAL_DAYS })}</p>
        <ButtonLink size="lg" className="mt-6" to={member ? "/leads" : "/auth?tab=signup"}>
          {t("pricing.start_trial")}
        </ButtonLink>
      </div>
      <div className="mt-12 grid gap-6 md:grid-cols-2">
        {plans.map((plan) => (
          <section
            key={plan.interval}
            aria-labelledby={plan.interval}
            className="rounded-xl border bg-surface p-6"
          >
            <div className="flex items-center justify-between gap-4">
              <h2 id={plan.interval} className="font-semibold">
                {t(`pricing.${plan.interval}`)}
              </h2>
              {plan.interval === "yearly" && (
                <StatusBadge tone="success">{t("pricing.two_months_free")}</StatusBadge>
              )}
            </div>
            <p className="mt-4">
              <span className="text-3xl font-semibold tracking-tight tabular-nums">
                {format.money(plan.perMonth)}
              </span>{" "}
              <span className="text-muted">{t("pricing.per_month")}</span>
            </p>
            <p className="mt-1 text-sm text-muted">
              {t(`pricing.billed_${plan.interval}`, { total: format.money(plan.total) })}
            </p>
            <ul className="mt-6 grid gap-2 text-sm">
              {features.map((feature) => (
                <li key={feature} className="flex items-center gap-2">
                  <Check aria-hidden className="size-4 shrink-0 text-accent" />
                  {t(`pricing.features.${feature}`)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
