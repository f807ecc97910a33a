import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SessionWatch } from "~/components/shell/session-watch";
import { PublicShell } from "~/components/shell/public-shell";
import { translator } from "~/server/request-language.server";
import { restTexts } from "~/server/api/texts.server";
import { contactEmail } from "~/server/app-context.server";
import { legalPagesThere } from "~/server/legal.server";
import { sitePage } from "~/server/site-page.server";
import { paths } from "~/paths/paths";

/** The shell of the public pages and of sign-in. */
export async function loader(args: LoaderFunctionArgs) {
  const { language, content, user, home, search } = await sitePage(args);
  const legal = legalPagesThere().map((name) => ({
    to: paths.legal(name, search),
    label: content.legal[name],
  }));
  const reference = { to: paths.apiReference(), label: (await restTexts(language))("rest:page.open") };
  const t = await translator(args.request);
  const pricing = paths.pricing(search);
  const contact = contactEmail();
  const footer = [
    { to: pricing, label: t("site:nav.pricing") },
    ...(home
      ? []
      : [
          { to: paths.signIn(), label: t("site:nav.login") },
          { to: paths.affiliateSignIn(), label: t("site:nav.affiliate_login") },
        ]),
    { to: paths.help(search), label: content.help.title },
    reference,
    ...legal,
    ...(contact === null ? [] : [{ to: `mailto:${contact}`, label: t("site:contact", { email: contact }) }]),
  ];
  return { home, user: user?.id ?? null, footer, pricing };
}

export default function SiteLayout() {
  const { home, user, footer, pricing } = useLoaderData<typeof loader>();
  const { t } = useTranslation("site");
  const { pathname } = useLocation();
  // The other pages have a main button of their own.
  const variant = pathname === paths.home() ? "primary" : "secondary";
  // A closed organization has no dashboard.
  const hasNoOther = pathname === home || pathname === paths.closed() || pathname === paths.portalClosed();
  const page = home ? (
    <PublicShell footerLinks={footer} cta={hasNoOther ? undefined : { to: home, label: t("nav.dashboard"), variant }}>
      <Outlet />
    </PublicShell>
  ) : (
    <PublicShell
      footerLinks={footer}
      links={[
        { to: pricing, label: t("nav.pricing") },
        { to: paths.signIn(), label: t("nav.login") },
        { to: paths.affiliateSignIn(), label: t("nav.affiliate_login") },
      ]}
      cta={{ to: paths.signUp(), label: t("nav.start_trial"), variant }}
    >
      <Outlet />
    </PublicShell>
  );
  return (
    <>
      <SessionWatch user={user} organization={null} />
      {page}
    </>
  );
}
