import { useTranslation } from "react-i18next";
import { ElsewhereForm } from "~/components/subscription/elsewhere-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { useAuth } from "~/browser/use-auth";
import { useFormat } from "~/browser/use-format";
import { Icon } from "~/components/ui/icon";
import { plans, type PlanInterval } from "~/domain/subscriptions/subscription";
import { paths } from "~/paths/paths";

/** The plans, each with its checkout button; the one chosen before is highlighted. */
export function PlanChoice({ wanted, onSent }: { wanted: PlanInterval; onSent: () => void }) {
  const { t } = useTranslation("settings");
  const { money } = useFormat();
  const { organization } = useAuth();
  return (
    <Card
      title={t("subscription.choose")}
      description={
        <span className="wrap-anywhere">
          {t("subscription.pays_for", { organization: organization.name })} {t("subscription.choose_text")}
        </span>
      }
      footer={
        <div className="flex justify-end">
          <ButtonLink to={paths.pricing()} variant="ghost">
            {t("subscription.plans")}
          </ButtonLink>
        </div>
      }
    >
      <ul className="divide-y">
        {plans.map(({ interval, perMonth, total }) => (
          <li
            key={interval}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0"
          >
            <div>
              <p className="font-medium">{t(`subscription.${interval}`)}</p>
              <p className="text-muted tabular-nums">
                {t("subscription.per_month", { price: money(perMonth) })}
                {interval === "yearly" && ` · ${t("subscription.price_yearly", { price: money(total) })}`}
              </p>
            </div>
            <ElsewhereForm
              leadsTo="checkout"
              orgId={organization.id}
              plan={interval}
              onSent={onSent}
              className="max-sm:w-full"
            >
              <Button type="submit" variant={interval === wanted ? "primary" : "secondary"} className="max-sm:w-full">
                <Icon name="external-link" className="size-4" />
                {t(`subscription.buy_${interval}`)}
                <span className="sr-only">{t("subscription.new_tab")}</span>
              </Button>
            </ElsewhereForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}
