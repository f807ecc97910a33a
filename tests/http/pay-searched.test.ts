import { expect, test } from "vitest";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

// Paying everything that is due, at an address with a search.

const db = useDatabase();
const site = useSite(db);

test("[COM-06] [WORK-12] paying all with a search pays only what the search shows", async () => {
  const org = await createOrg(db.database);
  const ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada);
  const won = async (title: string) =>
    (await oneTimeDeal(db.database, org, ada, { title, amount: "1000.00", close_date: "2026-01-15" })).id;
  const [wanted, other] = [await won("Quartz relaunch"), await won("Basalt shop")];
  const owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const paid = async () => {
    const { rows } = await db.ownerPool.query("select id, commission_paid as paid from deal where org_id = $1", [
      org.orgId,
    ]);
    return rows.filter((row) => row.paid).map((row) => row.id);
  };

  const nothing = await owner.open("/commissions/pay?q=nowhere");
  expect(nothing.text).not.toContain('name="version"');
  const all = await owner.open("/commissions/pay");
  const versionIn = (page: string) => /name="version" value="([^"]+)"/.exec(page)![1]!;
  // The number and sums of another list are refused.
  const path = "/commissions/pay?q=quartz";
  await owner.post(path, { version: versionIn(all.text), receipt_url: "" });
  expect(await paid()).toEqual([]);

  const dialog = await owner.open(path);
  expect(textIn(dialog.text)).toContain("quartz");
  await owner.submit(path, { version: versionIn(dialog.text), receipt_url: "" });
  expect(await paid()).toEqual([wanted]);
  expect(await paid()).not.toContain(other);
});
