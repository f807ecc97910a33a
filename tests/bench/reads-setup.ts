import { dueCommissions } from "~/domain/commissions/count-due.server";
import { readSession, startSession } from "~/domain/identity/session.server";
import { unreadNotices } from "~/domain/notifications/count-unread.server";
import { readSetup } from "~/domain/organizations/read-setup.server";
import { runQueries } from "~/domain/shared/query-together.server";
import type { Actor } from "~/domain/shared/scope";
import { openDatabase } from "~/platform/db/database.server";
import { readLeadsScreen } from "~/routes/_app.leads/read-leads-screen.server";
import { leadViewOf } from "~/paths/lead-view";
import type { BenchOrg, World } from "./world-setup";

export interface ReadSetup {
  /** The database reads of a request for the leads screen. */
  reads: Record<"session" | "shell" | "leads", () => Promise<unknown>>;
  close(): Promise<void>;
}

/** Opens the reads of the leads screen, without HTTP and React. */
export async function openReadSetup(world: World, { orgId, ownerId }: BenchOrg): Promise<ReadSetup> {
  const database = openDatabase({
    url: world.env["DATABASE_APP_URL"]!,
    secret: world.env["SESSION_SECRET"]!,
  });
  const secret = await database.withIdentity((scope) =>
    startSession(scope, { userId: ownerId, door: "staff", userAgent: "bench", ip: "127.0.0.1" }),
  );
  const owner: Actor = { kind: "member", userId: ownerId, role: "owner", isProven: true };
  const address = new URL("http://localhost/leads");
  return {
    reads: {
      session: () => database.withStatements((scope) => readSession(scope, secret)),
      shell: () =>
        database.readOrg(orgId, owner, async (scope) => [
          await scope.organization(),
          await runQueries(scope, {
            unread: unreadNotices(scope),
            due: dueCommissions(scope, await scope.today()),
          }),
          await readSetup(scope),
        ]),
      leads: () =>
        database.readOrg(orgId, owner, (scope) =>
          readLeadsScreen(scope, leadViewOf(address), "board", address.searchParams),
        ),
    },
    close: () => database.close(),
  };
}
