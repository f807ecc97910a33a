import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SquareKanban } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PortalShell } from "~/components/shell/portal-shell";
import { sidebarState } from "~/components/shell/sidebar-state";
import { affiliateScope } from "~/web/open-scope.server";
import { DraftOutlet } from "~/web/draft-outlet";
import { AuthProvider, type Auth } from "~/web/use-auth";

/** The shell of every page of the affiliate portal. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return affiliateScope({ request, context }, async (scope, user) => ({
    auth: {
      user: { id: user.id, name: user.name, email: user.email },
      organization: { name: (await scope.organization()).name },
      role: "affiliate",
      subscription: null,
    } satisfies Auth,
    isMember: user.membership !== null,
    sidebar: sidebarState(request.headers.get("Cookie")),
  }));
}

export default function PortalLayout() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation("portal");
  return (
    <AuthProvider value={data.auth}>
      <PortalShell
        sidebar={data.sidebar}
        userLinks={data.isMember ? [{ to: "/leads", label: t("to_staff"), icon: SquareKanban }] : []}
      >
        <DraftOutlet />
      </PortalShell>
    </AuthProvider>
  );
}
