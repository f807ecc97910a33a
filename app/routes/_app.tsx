import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppShell } from "~/components/shell/app-shell";
import { sidebarState } from "~/components/shell/sidebar-state";
import { countDue } from "~/domain/commissions/count-due.server";
import { subscriptionState } from "~/domain/organizations/organization";
import { readSetup } from "~/domain/organizations/read-setup.server";
import { staffScope } from "~/web/open-scope.server";
import { DraftOutlet } from "~/web/draft-outlet";
import { AuthProvider, type Auth } from "~/web/use-auth";

/** The shell of every staff screen. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const onLeads = /^\/leads(\/|$)/.test(new URL(request.url).pathname);
  return staffScope({ request, context }, async (scope, user) => {
    const organization = await scope.organization();
    return {
      auth: {
        user: { id: user.id, name: user.name, email: user.email },
        organization: { name: organization.name },
        role: user.membership.role,
        subscription: subscriptionState(organization.trialEndsAt, scope.now),
      } satisfies Auth,
      isAffiliate: user.affiliation !== null,
      due: await countDue(scope),
      // Shown on the leads screen only.
      setup: onLeads ? await readSetup(scope) : null,
      sidebar: sidebarState(request.headers.get("Cookie")),
    };
  });
}

export { shouldRevalidate } from "~/web/should-revalidate";

export default function StaffLayout() {
  const { auth, isAffiliate, due, sidebar } = useLoaderData<typeof loader>();
  const { t } = useTranslation("shell");
  return (
    <AuthProvider value={auth}>
      <AppShell
        sidebar={sidebar}
        isAffiliate={isAffiliate}
        marks={due > 0 ? { commissions: t("due", { count: due }) } : {}}
      >
        <DraftOutlet />
      </AppShell>
    </AuthProvider>
  );
}
