import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Live } from "~/components/shell/live";
import { OrganizationSwitch } from "~/components/shell/organization-switch";
import { PausedPortalNotice } from "~/components/shell/paused-banner";
import { PortalShell } from "~/components/shell/portal-shell";
import type { ShellLink } from "~/components/shell/shell-types";
import { sidebarState } from "~/components/shell/sidebar-state";
import { ViewingBanner } from "~/components/shell/viewing-banner";
import { countUnread } from "~/domain/notifications/count-unread.server";
import { formatTime } from "~/domain/shared/dates";
import { isPaused } from "~/domain/subscriptions/require-active.server";
import { currentPosition } from "~/server/live.server";
import { affiliateScope, portalsOf, requireAffiliate, type AffiliateUser } from "~/server/open-scope.server";
import { DraftOutlet } from "~/browser/draft-outlet";
import { AuthProvider, type Auth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";
import "~/components/portal/portal-texts";

/** The shell of every page of the affiliate portal. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  // Read the position before the data, so that no change is missed.
  const since = currentPosition();
  // Before the scope is opened: one transaction at a time.
  const partner = await requireAffiliate({ request, context });
  const portals = partner.affiliations.length > 1 ? await portalsOf(partner) : [];
  return affiliateScope({ request, context }, async (scope, user) => ({
    auth: {
      user: signedIn(user),
      role: user.viewing?.by.membership?.role ?? "affiliate",
      organization: { id: scope.orgId, name: (await scope.organization()).name },
      appearance: null,
      subscription: null,
    } satisfies Auth,
    paused: await isPaused(scope),
    viewing: user.viewing && {
      name: user.name,
      until: formatTime(user.viewing.until, (await scope.organization()).timeZone),
    },
    unread: await countUnread(scope),
    live: { door: "portal", since, of: user.affiliation.affiliateId } as const,
    orgId: user.affiliation.orgId,
    portals,
    isMember: user.membership !== null,
    sidebar: sidebarState(request.headers.get("Cookie")),
  }));
}

/**
 * Returns the signed-in user, also when they view another user's portal, because other tabs compare it (SessionWatch).
 */
function signedIn({ viewing, ...user }: AffiliateUser): Auth["user"] {
  const { id, name, email } = viewing?.by ?? user;
  return { id, name, email };
}

// Revalidated with each page, because every page must show whether it is only viewed, and as which affiliate.
export { shouldRevalidate } from "~/browser/should-revalidate";

export default function PortalLayout() {
  const data = useLoaderData<typeof loader>();
  const { t } = useTranslation(["portal", "shell"]);
  const toStaff: ShellLink = { to: paths.leads(), label: t("to_staff"), icon: "square-kanban" };
  return (
    <AuthProvider value={data.auth}>
      <PortalShell
        sidebar={data.sidebar}
        unread={data.unread}
        badge={data.portals.length > 1 && <OrganizationSwitch current={data.orgId} organizations={data.portals} />}
        notice={
          <>
            {data.paused && <PausedPortalNotice />}
            {data.viewing && <ViewingBanner {...data.viewing} />}
          </>
        }
        userLinks={[
          { to: paths.ownSettings(), label: t("shell:nav.settings"), icon: "settings" },
          ...(data.isMember ? [toStaff] : []),
        ]}
      >
        <DraftOutlet />
        <Live {...data.live} />
      </PortalShell>
    </AuthProvider>
  );
}
