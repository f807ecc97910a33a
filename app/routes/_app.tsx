import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AppShell } from "~/components/shell/app-shell";
import { Live } from "~/components/shell/live";
import { PausedBanner } from "~/components/shell/paused-banner";
import { sidebarState } from "~/components/shell/sidebar-state";
import { UndoableProvider } from "~/components/toast/row-undo";
import { namesakes } from "~/domain/affiliates/namesakes.server";
import { dueCommissions } from "~/domain/commissions/count-due.server";
import { unreadNotices } from "~/domain/notifications/count-unread.server";
import { readUndoable } from "~/domain/audit/undoable-rows.server";
import { readOwners } from "~/domain/organizations/read-owners.server";
import { todayIn } from "~/domain/shared/dates";
import { subscriptionState } from "~/domain/subscriptions/subscription";
import { askIfStale, isStale } from "~/domain/subscriptions/ask-if-stale.server";
import { markSetupDone, readSetup } from "~/domain/organizations/read-setup.server";
import { viewsOfMember } from "~/domain/views/list-views.server";
import { runQueries } from "~/domain/shared/query-together.server";
import { mayUndo } from "~/server/flash.server";
import { currentPosition } from "~/server/live.server";
import { changingStaffScope, staffScope } from "~/server/open-scope.server";
import { DraftOutlet } from "~/browser/draft-outlet";
import { NamesakesProvider } from "~/browser/namesakes";
import { AuthProvider, type Auth } from "~/browser/use-auth";

/** The shell of every staff screen. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  // Read the position before the data, so that no change is missed.
  const since = currentPosition();
  const onLeads = /^\/leads(\/|$)/.test(new URL(request.url).pathname);
  const hasJustActed = await mayUndo(request);
  const shell = await staffScope({ request, context }, async (scope, user) => {
    const organization = await scope.organization();
    const { unread, due, shared, views } = await runQueries(scope, {
      unread: unreadNotices(scope),
      due: dueCommissions(scope, await scope.today()),
      shared: namesakes(scope),
      views: viewsOfMember(scope),
    });
    const subscription = subscriptionState(organization, scope.now);
    const isOwner = user.membership.role === "owner";
    return {
      auth: {
        user: { id: user.id, name: user.name, email: user.email },
        organization: { id: scope.orgId, name: organization.name },
        role: user.membership.role,
        appearance: user.appearance,
        subscription,
      } satisfies Auth,
      paused: subscription.status === "expired" && {
        retainUntil: todayIn(organization.timeZone, subscription.retainUntil),
        owners: isOwner ? [] : await readOwners(scope),
      },
      isStale: isStale(organization, scope.now),
      isAffiliate: user.affiliation !== null,
      unread,
      live: { door: "staff", since, of: scope.orgId } as const,
      hasSeveral: user.memberships.length > 1,
      due,
      namesakes: shared,
      views,
      // Shown on the leads screen only.
      setup: onLeads ? await readSetup(scope) : null,
      undoable: hasJustActed ? await readUndoable(scope) : {},
      sidebar: sidebarState(request.headers.get("Cookie")),
    };
  });
  if (shell.setup?.finished && shell.setup.isNew) {
    await changingStaffScope({ request, context }, markSetupDone, "looking");
  }
  if (shell.isStale) await changingStaffScope({ request, context }, askIfStale, "subscription");
  return shell;
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export default function StaffLayout() {
  const { auth, live, paused, isAffiliate, hasSeveral, unread, due, namesakes, sidebar, undoable } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("shell");
  return (
    <AuthProvider value={auth}>
      <NamesakesProvider value={namesakes}>
        <AppShell
          sidebar={sidebar}
          unread={unread}
          notice={paused && <PausedBanner {...paused} />}
          isAffiliate={isAffiliate}
          hasSeveral={hasSeveral}
          marks={due > 0 ? { commissions: t("due", { count: due }) } : {}}
        >
          <UndoableProvider rows={undoable}>
            <DraftOutlet />
          </UndoableProvider>
          <Live {...live} />
        </AppShell>
      </NamesakesProvider>
    </AuthProvider>
  );
}
