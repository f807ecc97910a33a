import { beforeAll, expect, test } from "vitest";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { filledForm } from "../support/filled-form";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// The reply address of emails to affiliates, in the settings.

const db = useDatabase();
const site = useSite(db);
const PATH = "/settings/general/replies";

let org: Org;
let owner: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database);
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

const stored = async () =>
  (await db.ownerPool.query("select reply_to from organization where org_id = $1", [org.orgId])).rows[0]!.reply_to;

test("[ORG-06] [NOT-02] an owner sets the reply address for affiliates, and removes it again", async () => {
  expect(textIn((await owner.open("/settings/general")).text)).toContain("Not set: nobody can reply.");
  const saved = await owner.submit(PATH, { reply_to: " Partner@XN--bcher-kva.example " });
  expect([saved.path, await stored()]).toEqual(["/settings/general", "partner@bücher.example"]);
  expect(textIn(saved.text)).toContain("partner@bücher.example");
  expect(textIn((await owner.open("/settings/activity")).text)).toContain("reply address: – → partner@bücher.example");
  // A form without the field removes nothing.
  expect((await owner.post(PATH, {})).status).toBe(400);
  expect(await stored()).toBe("partner@bücher.example");
  await owner.submit(PATH, { reply_to: "" });
  expect(await stored()).toBeNull();
});

test.each(["nobody", "a@b", "two@a.example, three@a.example", "x@a.example\r\nBcc: y@b.example", "ä ö@a.example"])(
  "[ORG-06] rejects %j as a reply address, and keeps it for correction",
  async (typed) => {
    const refused = await owner.post(PATH, { reply_to: typed });
    expect([refused.status, await stored()]).toEqual([422, null]);
    expect(textIn(refused.text)).toMatch(/email/i);
    const first = typed.split(/[\r\n@]/)[0]!;
    expect(refused.text).toContain(`value="${first}`);
  },
);

test("[ORG-06] of two concurrent owners, the second one reads what the first has saved", async () => {
  const page = await owner.open(PATH);
  const { form } = filledForm(page.text, "Save reply address");
  await owner.post(PATH, { reply_to: "first@a.example" });
  const late = await owner.post(PATH, { ...form, reply_to: "second@a.example" });
  expect([late.status, await stored()]).toEqual([409, "first@a.example"]);
  expect(textIn(late.text)).toContain("first@a.example");
});

test("[ORG-06] a member reads the address and cannot change it", async () => {
  const member = await addMember(db.database, org);
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, member) });
  const page = await visitor.open("/settings/general");
  expect(textIn(page.text)).toContain("first@a.example");
  expect(page.text).not.toContain(PATH);
  expect((await visitor.post(PATH, { reply_to: "mine@a.example" })).status).toBe(403);
  expect(await stored()).toBe("first@a.example");
});
