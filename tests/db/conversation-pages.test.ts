import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeEach, expect, test } from "vitest";
import { action as writeInPortal, loader as ownLead } from "~/routes/affiliate.leads.$leadId/route";
import { loader as ownFile } from "~/routes/affiliate.files.$fileId";
import { loader as ownData } from "~/routes/affiliate.data[.]zip";
import { loader as ownNotices } from "~/routes/affiliate.notifications";
import { action as write, loader as lead } from "~/routes/_app.leads.$leadId._index/route";
import { loader as leadsFile } from "~/routes/leads_.export[.]csv";
import { sessionCookie } from "~/server/app-context.server";
import { storeViewing } from "~/server/viewing.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { attachment, noted } from "../factories/conversation";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { withWebhook } from "../factories/webhooks";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { unzip } from "../support/unzip";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let ada: Affiliate;
let leadId: string;
let [staff, affiliate, viewer]: string[] = [];

const SECRET = "They cannot pay";
const header = (line: string) => line.split(";")[0]!;

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org);
  await withWebhook(db.database, org);
  leadId = await submittedLead(db.database, org, ada);
  const secret = await signIn(db.database, org.owner);
  staff = header(await sessionCookie().serialize(secret));
  affiliate = header(await sessionCookie().serialize(await signIn(db.database, ada, { door: "affiliate" })));
  const view = { orgId: org.orgId, affiliateId: ada.affiliateId };
  viewer = `${staff}; ${header(await asOwner(db.database, org, (scope) => storeViewing(secret, view, scope.now)))}`;
});

type Route = (args: ActionFunctionArgs) => Promise<unknown>;

/** Calls a loader, or an action with a form. Returns what it returns or throws. */
async function call(route: Route, cookie: string, path: string, form?: Record<string, string>): Promise<unknown> {
  const body = form && new URLSearchParams(form);
  const url = new URL(path, TEST_APP_URL);
  const request = new Request(url, { headers: { Cookie: cookie }, ...(body && { method: "POST", body }) });
  const params = { leadId, fileId: path.split("/").at(-1)! };
  try {
    return await route({ request, params, context: { nonce: "", requestId: "", ip: "127.0.0.1" } });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

const text = async (result: unknown) => (result instanceof Response ? result.text() : JSON.stringify(result));
const fields = (words: string) => ({ lead_id: leadId, text: words, submission_id: randomUUID() });

test("[WORK-06] no page, file, notification or event outside of the staff has an internal note", async () => {
  const [{ name }] = (await db.ownerPool.query("select name from app_user where id = $1", [org.owner.userId])).rows;
  const saved = await call(write as Route, staff!, `/leads/${leadId}`, { intent: "note", ...fields(SECRET) });
  expect(saved).toMatchObject({ status: 302 });
  const file = await attachment(db.database, org, "secret.pdf");
  await noted(db.database, org, leadId, { text: `${SECRET} @${name}`, file });
  const message = { intent: "message", affiliate_id: ada.affiliateId, ...fields("Shared") };
  await call(write as Route, staff!, `/leads/${leadId}`, message);
  await db.runJobs();
  expect(await text(await call(lead as Route, staff!, `/leads/${leadId}`))).toContain(SECRET);
  for (const cookie of [affiliate!, viewer!]) {
    const page = await text(await call(ownLead as Route, cookie, `/affiliate/leads/${leadId}`));
    expect(page).toContain("Shared");
    expect(page).not.toContain(SECRET);
    expect(page).not.toContain("secret.pdf");
    const notices = await text(await call(ownNotices as Route, cookie, "/affiliate/notifications"));
    expect(notices).toContain("Shared");
    expect(notices).not.toContain(SECRET);
    const refused = await call(ownFile as Route, cookie, `/affiliate/files/${file.id}`);
    expect(refused).toMatchObject({ status: 404 });
    const data = (await call(ownData as Route, cookie, "/affiliate/data.zip")) as Response;
    const files = [...(await unzip(Buffer.from(await data.arrayBuffer()))).values()].join("\n");
    expect(files).toContain("Shared");
    expect(files).not.toContain(SECRET);
  }
  expect(await text(await call(leadsFile as Route, staff!, "/leads/export.csv"))).not.toContain(SECRET);
  const { rows } = await db.ownerPool.query("select body from webhook_delivery");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify([rows, db.mails.filter(({ to }) => to.address !== org.owner.email)])).not.toContain(SECRET);
  expect((await db.ownerPool.query("select 1 from audit_log where data::text like '%They%'")).rows).toEqual([]);
});

test("[WORK-06] staff who view the portal cannot write there, and an affiliate cannot write as staff", async () => {
  const form = { intent: "message", ...fields("As if by Ada") };
  await call(writeInPortal as Route, viewer!, `/affiliate/leads/${leadId}`, form);
  await call(write as Route, affiliate!, `/leads/${leadId}`, { intent: "note", ...fields("As if by staff") });
  const toNote = await call(writeInPortal as Route, affiliate!, `/affiliate/leads/${leadId}`, {
    intent: "note",
    ...fields("Not an intent of the portal"),
  });
  expect(toNote).toMatchObject({ status: 400 });
  const written = () =>
    asOwner(db.database, org, async (scope) => [
      ...(await scope.db.leadNote.findMany({ select: { author: true, text: true } })),
      ...(await scope.db.leadMessage.findMany({ select: { author: true, text: true } })),
    ]);
  expect(await written()).toEqual([]);
  await call(writeInPortal as Route, affiliate!, `/affiliate/leads/${leadId}`, form);
  expect(await written()).toEqual([{ author: null, text: "As if by Ada" }]);
});
