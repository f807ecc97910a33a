import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainPage } from "~/browser/plain-page";
import { LandingPage } from "~/components/site/landing-page";
import { translator } from "~/server/request-language.server";
import { paths } from "~/paths/paths";
import { siteMeta, sitePage, structuredData } from "~/server/site-page.server";

export const handle = plainPage;

export async function loader(args: LoaderFunctionArgs) {
  const { content, language, home, search } = await sitePage(args);
  const t = await translator(args.request);
  return {
    content,
    language,
    onward: home ? { to: home, label: t("site:nav.dashboard") } : { to: paths.signUp(), label: content.hero.start },
    plansTo: paths.pricing(search),
    meta: [...siteMeta(args.request, content.landing), ...structuredData(content, language)],
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Landing() {
  const { content, language, onward, plansTo } = useLoaderData<typeof loader>();
  return <LandingPage content={content} language={language} onward={onward} plansTo={plansTo} />;
}
