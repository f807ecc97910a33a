import type { Scope } from "~/domain/shared/scope";
import { closedUntil } from "~/domain/subscriptions/subscription";
import { warnOfDeletion } from "~/domain/subscriptions/warn-of-deletion.server";
import type { TestDatabase } from "../support/database";
import type { Cause, World } from "./mail-causes";
import type { Org } from "./organizations";

/** Closes an organization at a time, or opens it, without telling its members. */
export const setClosed = (db: TestDatabase, { orgId }: Org, closedAt: Date | null) =>
  db.ownerPool.query("update organization set closed_at = $2 where org_id = $1", [orgId, closedAt]);

const JOB = { kind: "job", name: "retention.check" } as const;

/** Does something in the organization while it is closed, and sends the emails. */
async function whileClosed({ db, org }: World, closedAt: Date, use: (scope: Scope) => Promise<unknown>): Promise<void> {
  await setClosed(db, org, closedAt);
  await db.database.withOrg(org.orgId, JOB, use, "deletion");
  await db.runJobs();
  await setClosed(db, org, null);
}

const told = ({ db, org }: World, told: "closed" | "reopened") => ({
  user_id: org.owner.userId,
  told,
  by: org.owner.userId,
  at: db.database.now().toISOString(),
});

const tellPortal = (scope: Scope, { affiliate }: World, told: "closed" | "reopened") =>
  scope.enqueue("mail.closing_portal", { affiliate_id: affiliate.affiliateId, told, at: scope.now.toISOString() });

const closed: Cause["cause"] = (world) =>
  whileClosed(world, world.db.database.now(), (scope) => scope.enqueue("mail.closing", told(world, "closed")));

const setRole = ({ db, org }: World, role: "owner" | "member") =>
  db.ownerPool.query("update membership set role = $3 where org_id = $1 and user_id = $2", [
    org.orgId,
    org.owner.userId,
    role,
  ]);

const about = { audience: "staff", shows: ({ org }: World) => org.name } as const;

/** The emails about an organization that an owner closes. */
export const closingCauses = {
  organization_closed: { ...about, cause: closed },
  organization_closed_member: {
    ...about,
    cause: async (world) => {
      await setRole(world, "member");
      await closed(world);
      await setRole(world, "owner");
    },
  },
  organization_reopened: {
    ...about,
    cause: (world) =>
      world.db.database.withOrg(
        world.org.orgId,
        JOB,
        (scope) => scope.enqueue("mail.closing", told(world, "reopened")),
        "deletion",
      ),
  },
  portal_closed: {
    ...about,
    audience: "affiliate",
    cause: (world) => whileClosed(world, world.db.database.now(), (scope) => tellPortal(scope, world, "closed")),
  },
  portal_reopened: {
    ...about,
    audience: "affiliate",
    cause: (world) =>
      world.db.database.withOrg(world.org.orgId, JOB, (scope) => tellPortal(scope, world, "reopened"), "deletion"),
  },
  closing_near: {
    ...about,
    cause: (world) => {
      const closedAt = new Date(world.db.database.now().getTime() - 23 * 86_400_000);
      return whileClosed(world, closedAt, (scope) =>
        warnOfDeletion(scope, { retainUntil: closedUntil(closedAt), days: 7 }),
      );
    },
  },
} satisfies Record<string, Cause>;
