import { expect } from "vitest";
import type { JobName } from "~/domain/shared/jobs";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, type Org } from "../factories/organizations";
import { enter, IBANS } from "../factories/payees";
import type { TestDatabase } from "../support/database";

/** Jobs about the account of an affiliate, for the test that runs every job twice concurrently. */
export function accountCases(
  db: TestDatabase,
  world: () => { org: Org; affiliate: Affiliate },
  take: (name: JobName) => Promise<unknown>,
  run: (name: JobName, payload: unknown) => Promise<unknown>,
) {
  /** The affiliate enters accounts; the job about the last one is in the queue. */
  async function enterAccounts(accounts: number): Promise<void> {
    const { org, affiliate } = world();
    for (const iban of IBANS.slice(0, accounts)) {
      await db.ownerPool.query("delete from graphile_worker._private_jobs");
      await asAffiliate(db.database, org, affiliate, (scope) => enter(scope, affiliate.affiliateId, iban));
    }
  }
  const isMailed = () =>
    expect(new Set(db.mails.map(({ to }) => to.address))).toEqual(new Set([world().affiliate.email]));
  return {
    "mail.account_link": {
      async prepare() {
        await enterAccounts(2);
        return take("mail.account_link");
      },
      effect: isMailed,
    },
    "mail.details_wanted": {
      async prepare() {
        const asked = { affiliate_id: world().affiliate.affiliateId, asked_on: "2026-03-10T12:00:00.000Z" };
        await asOwner(db.database, world().org, (scope) => scope.enqueue("mail.details_wanted", asked));
        return take("mail.details_wanted");
      },
      effect: isMailed,
    },
    "account.tell": {
      async prepare() {
        await enterAccounts(1);
        return take("account.tell");
      },
      async effect() {
        const told = "select 1 from notification where params ->> 'about' = 'account_entered'";
        expect((await db.ownerPool.query(told)).rowCount).toBe(1);
        expect(await db.jobs("mail.account_entered")).toHaveLength(1);
      },
    },
    "mail.account_entered": {
      async prepare() {
        await enterAccounts(1);
        await run("account.tell", await take("account.tell"));
        return take("mail.account_entered");
      },
      effect: isMailed,
    },
  };
}
