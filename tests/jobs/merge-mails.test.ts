import { beforeEach, describe, expect, test } from "vitest";
import type { MergeAffiliatesInput } from "~/domain/affiliates/affiliate-merge.schema";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { activeAffiliate, withTwins, type Affiliate } from "../factories/affiliates";
import { asOwner, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let twin: Affiliate;

beforeEach(async () => {
  ({ org, ada, twin } = await withTwins(db));
});

const inOrg = <T>(use: Parameters<typeof asOwner<T>>[2]) => asOwner(db.database, org, use);
const merge = (one: Affiliate, two: Affiliate, input: Partial<MergeAffiliatesInput> = {}) =>
  inOrg((scope) =>
    mergeAffiliates(scope, { affiliateId: one.affiliateId, otherId: two.affiliateId, taken: {}, ...input }),
  );
const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;
const mailTo = ({ email }: Affiliate) => db.mails.find(({ to }) => to.address === email)!;
/** Sends what is waiting, so that the next emails are those of a merge. */
async function settle() {
  await db.runJobs();
  db.mails.splice(0);
}
const NEVER = "update affiliate set signed_in_at = null, invited_at = null where id = $1";

describe("[WORK-11] the emails about merged affiliates", () => {
  test("tell both whose address is used from then on, in their language and without the other's address", async () => {
    await rows("update app_user set language_preference = 'de' where id = $1", twin.userId);
    await settle();
    await merge(ada, twin);
    await db.runJobs();
    const [gone, stays] = [mailTo(twin), mailTo(ada)];
    expect(db.mails).toHaveLength(2);
    expect(gone.subject).toBe(`Mit dieser Adresse melden Sie sich bei ${org.name} nicht mehr an`);
    expect(gone.senderName).toBe(`${org.name} (über Finderlohn)`);
    expect(stays.subject).toBe(`Your two records at ${org.name} are now one`);
    expect(gone.text).not.toContain(ada.email);
    expect(stays.text).not.toContain(twin.email);
  });

  test("tell nobody of an access that they never had", async () => {
    await rows(NEVER, twin.affiliateId);
    await settle();
    await merge(ada, twin);
    await db.runJobs();
    expect(db.mails).toEqual([]);

    db.at("2026-03-21T12:00:00Z");
    const late = await activeAffiliate(db.database, org, { email: "ada.b@berg.example" });
    await rows(NEVER, ada.affiliateId);
    await settle();
    // The person who stays has everything of the other, who never had access.
    await merge(ada, late, { taken: { email: "other" } });
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address)).toEqual([late.email]);
  });

  test("are not sent to an inactive affiliate, nor about a person who was erased since", async () => {
    await rows("update affiliate set status = 'inactive' where id = $1", twin.affiliateId);
    await settle();
    await merge(ada, twin);
    await db.runJobs();
    expect(db.mails).toEqual([]);

    const [bob, bobby] = [
      await activeAffiliate(db.database, org, { name: "Bob" }),
      await activeAffiliate(db.database, org, { name: "Bob" }),
    ];
    await settle();
    const kept = await merge(bob, bobby);
    expect(await db.jobs("mail.merged")).toHaveLength(2);
    await inOrg((scope) => eraseAffiliate(scope, kept, { name: "Bob", nobody: "Nobody" }));
    await db.runJobs();
    expect(db.mails.filter(({ text }) => text.includes("two records"))).toEqual([]);
  });
});
