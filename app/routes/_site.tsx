import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PublicShell } from "~/components/shell/public-shell";
import { homeOf } from "~/domain/identity/landing";
import { currentUser } from "~/web/session.server";

/** The shell of the public pages and of sign-in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser({ request, context });
  return { home: user && homeOf(user) };
}

export default function SiteLayout() {
  const { home } = useLoaderData<typeof loader>();
  const { t } = useTranslation("site");
  return home ? (
    <PublicShell cta={{ to: home, label: t("nav.dashboard") }}>
      <Outlet />
    </PublicShell>
  ) : (
    <PublicShell
      links={[
        { to: "/pricing", label: t("nav.pricing") },
        { to: "/auth", label: t("nav.login") },
        { to: "/affiliate/login", label: t("nav.affiliate_login") },
      ]}
      cta={{ to: "/auth?tab=signup", label: t("nav.start_trial") }}
    >
      <Outlet />
    </PublicShell>
  );
}
