import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainLinks, plainPage } from "~/browser/plain-page";
import { PlansPage } from "~/components/site/plans-page";
import { translator } from "~/i18n/i18n.server";
import { paths } from "~/paths/paths";
import { siteMeta, sitePage } from "~/server/site-page.server";

export const handle = plainPage;

export const links = plainLinks;

/** The plans; after onboarding with a welcome and the way into the trial. */
export async function loader(args: LoaderFunctionArgs) {
  const { content, user, home } = await sitePage(args);
  const t = await translator(args.request);
  const wantsWelcome = new URL(args.request.url).searchParams.get("onboarding") === "true";
  const isWelcome = wantsWelcome && Boolean(user?.membership);
  return {
    content,
    isWelcome,
    startTo: home ?? paths.signUp(),
    startLabel: home && !isWelcome ? t("site:nav.dashboard") : content.plans.start,
    buyTo: user ? paths.settings("subscription") : paths.signIn({ redirectTo: paths.pricing() }),
    meta: siteMeta(args.request, content.plansPage),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Pricing() {
  const { content, isWelcome, startTo, startLabel, buyTo } = useLoaderData<typeof loader>();
  return <PlansPage {...{ content, isWelcome, startTo, startLabel, buyTo }} />;
}
