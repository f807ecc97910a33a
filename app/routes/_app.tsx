import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { LayoutDashboard } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AppShell } from "~/components/shell/app-shell";
import { isSidebarCollapsed } from "~/components/shell/sidebar-state";
import { StatusBadge } from "~/components/ui/badge";
import { trialDaysLeft } from "~/domain/organizations/organization";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import { staffScope } from "~/web/open-scope.server";

/** The shell of every staff screen. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return staffScope({ request, context }, async (scope, user) => {
    const organization = await readOrganization(scope);
    return {
      email: user.email,
      organization: organization.name,
      isAffiliate: user.affiliation !== null,
      trialDaysLeft: trialDaysLeft(organization.trialEndsAt, scope.now),
      collapsed: isSidebarCollapsed(request.headers.get("Cookie")),
    };
  });
}

export default function StaffLayout() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("shell");
  return (
    <AppShell
      user={{ email: data.email, organisation: data.organization }}
      sidebarCollapsed={data.collapsed}
      userLinks={
        data.isAffiliate
          ? [{ to: "/affiliate/dashboard", label: t("portal.title"), icon: LayoutDashboard }]
          : []
      }
      badge={<TrialBadge days={data.trialDaysLeft} />}
    >
      <Outlet />
    </AppShell>
  );
}

function TrialBadge({ days }: { days: number }) {
  const { t } = useTranslation("site");
  return days > 0 ? (
    <StatusBadge tone="info">{t("trial.days_left", { count: days })}</StatusBadge>
  ) : (
    <StatusBadge tone="danger">{t("trial.expired")}</StatusBadge>
  );
}
