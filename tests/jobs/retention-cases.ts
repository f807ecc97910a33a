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
    "document.prune": {
      async prepare() {
        await db.ownerPool.query(
          `insert into kept_document (org_id, id, kind, number, issued_on, kept_until, content)
           select gen_random_uuid(), gen_random_uuid(), 'statement', 'AB-' || year, make_date(year, 3, 1),
             make_date(year + 8, 12, 31), '{}' from unnest(array[2000, 2090]) year`,
        );
        return {};
      },
      async effect() {
        const { rows } = await db.ownerPool.query("select number from kept_document");
        expect(rows).toEqual([{ number: "AB-2090" }]);
      },
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
