import { expect } from "vitest";
import type { TestDatabase } from "../support/database";

const DAY = 86_400_000;

/** Retention jobs for the test that runs every job twice. `take` removes a job from the queue. */
export function retentionCases(
  db: TestDatabase,
  orgId: () => string,
  take: (name: "mail.deletion_warning") => Promise<unknown>,
  sweep: (name: "retention.sweep" | "retention.check", payload: unknown) => Promise<void>,
) {
  /** Sets the retention period to end after this many days. */
  const keptFor = (days: number) =>
    db.ownerPool.query(`update organization set subscription_status = null, trial_ends_at = $1 where org_id = $2`, [
      new Date(Date.now() + (days - 30) * DAY),
      orgId(),
    ]);
  const warned = async () => {
    const { rows } = await db.ownerPool.query("select days from deletion_warning");
    expect(rows).toEqual([{ days: 7 }]);
  };
  return {
    "retention.sweep": {
      async prepare() {
        await keptFor(5);
        return {};
      },
      effect: async () => expect(await db.jobs("retention.check")).toHaveLength(1),
    },
    "retention.check": {
      async prepare() {
        await keptFor(5);
        return { org_id: orgId() };
      },
      effect: warned,
    },
    "mail.deletion_warning": {
      async prepare() {
        await keptFor(5);
        await sweep("retention.check", { org_id: orgId() });
        return take("mail.deletion_warning");
      },
      effect: async () => expect(new Set(db.mails.map(({ subject }) => subject)).size).toBe(1),
    },
  };
}
