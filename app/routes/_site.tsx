import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SessionWatch } from "~/components/shell/session-watch";
import { PublicShell } from "~/components/shell/public-shell";
import { legalPagesThere } from "~/server/legal.server";
import { sitePage } from "~/server/site-page.server";
import { paths } from "~/paths/paths";

/** The shell of the public pages and of sign-in. */
export async function loader(args: LoaderFunctionArgs) {
  const { content, user, home, search } = await sitePage(args);
  const legal = legalPagesThere().map((name) => ({
    to: paths.legal(name, search),
    label: content.legal[name],
  }));
  return { home, user: user?.id ?? null, legal, pricing: paths.pricing(search) };
}

export default function SiteLayout() {
  const { home, user, legal, pricing } = useLoaderData<typeof loader>();
  const { t } = useTranslation("site");
  const page = home ? (
    <PublicShell footerLinks={legal} cta={{ to: home, label: t("nav.dashboard") }}>
      <Outlet />
    </PublicShell>
  ) : (
    <PublicShell
      footerLinks={legal}
      links={[
        { to: pricing, label: t("nav.pricing") },
        { to: paths.signIn(), label: t("nav.login") },
        { to: paths.affiliateSignIn(), label: t("nav.affiliate_login") },
      ]}
      cta={{ to: paths.signUp(), label: t("nav.start_trial") }}
    >
      <Outlet />
    </PublicShell>
  );
  return (
    <>
      <SessionWatch user={user} />
      {page}
    </>
  );
}
