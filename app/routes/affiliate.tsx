import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { SquareKanban } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PortalShell } from "~/components/shell/portal-shell";
import { isSidebarCollapsed } from "~/components/shell/sidebar-state";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import { affiliateScope } from "~/web/open-scope.server";

/** The shell of every page of the affiliate portal. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return affiliateScope({ request, context }, async (scope, user) => ({
    email: user.email,
    organization: (await readOrganization(scope)).name,
    isMember: user.membership !== null,
    collapsed: isSidebarCollapsed(request.headers.get("Cookie")),
  }));
}

export default function PortalLayout() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  return (
    <PortalShell
      user={{ email: data.email, organisation: data.organization }}
      sidebarCollapsed={data.collapsed}
      userLinks={data.isMember ? [{ to: "/leads", label: t("to_staff"), icon: SquareKanban }] : []}
    >
      <Outlet />
    </PortalShell>
  );
}
