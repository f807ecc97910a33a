import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { todayIn } from "~/domain/shared/dates";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useAuth } from "~/browser/use-auth";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { trialEndsAt, timeZone } = await staffScope({ request, context }, (scope) => scope.organization());
  const title = (await translator(request))("settings:subscription.title");
  return { title, trialEnds: todayIn(timeZone, trialEndsAt) };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The state of the organisation's trial and a link to the plans. */
export default function SubscriptionSettings() {
  const { trialEnds } = useLoaderData<typeof loader>();
  const { t } = useTranslation("settings");
  const { subscription } = useAuth();
  const date = useFormat().day(trialEnds);
  if (!subscription) return null;
  const inTrial = subscription.status === "trial";
  return (
    <Card
      title={t("subscription.title")}
      description={t("subscription.text")}
      footer={
        <div className="flex justify-end">
          <ButtonLink to={paths.pricing()}>{t("subscription.plans")}</ButtonLink>
        </div>
      }
    >
      <p className="font-medium">{t(inTrial ? "subscription.trial" : "subscription.expired")}</p>
      <p className="mt-1 text-muted">
        {inTrial
          ? t("subscription.trial_text", { count: subscription.daysLeft, date })
          : t("subscription.expired_text", { date })}
      </p>
    </Card>
  );
}
