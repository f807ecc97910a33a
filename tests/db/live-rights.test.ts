import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { removeMember } from "~/domain/members/remove-member.server";
import { loader as portal } from "~/routes/live_.portal";
import { loader as staff } from "~/routes/live";
import { sessionCookie } from "~/server/app-context.server";
import { closeLive, liveFigures, organizationShare } from "~/server/live.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { useRoutes } from "../support/web";

// Tests who receives changes, and how long, through the streams of the routes.

const db = useDatabase();
useRoutes(db);
let org: Org;
let miriam: Affiliate;
let sophie: Affiliate;

beforeAll(async () => {
  org = await createOrg(db.database);
  [miriam, sophie] = [await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
});
afterAll(closeLive);
afterEach(() => void vi.restoreAllMocks());

type Door = typeof staff;

const cookieOf = async (...[person, options]: [{ userId: string }, Parameters<typeof signIn>[2]?]) =>
  (await sessionCookie().serialize(await signIn(db.database, person, options))).split(";")[0]!;

const ask = async (door: Door, cookie: string | null, accept = "text/event-stream") => {
  const headers = { Accept: accept, ...(cookie && { Cookie: cookie }) };
  const request = new Request(new URL("/live?since=none", TEST_APP_URL), { headers });
  const context = { nonce: "", requestId: randomUUID(), ip: "127.0.0.1" };
  return door({ request, context, params: {} });
};

/** Opens a stream and collects its messages. */
async function listen(door: Door, cookie: string | null) {
  const answer = await ask(door, cookie);
  const told = { text: "", isOver: false };
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      told.text += value;
    }
    told.isOver = true;
  })();
  return { told, headers: answer.headers, leave: () => reader.cancel() };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Moves the clock to the next permission check. */
const later = () => {
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 60_000);
};

test("[API-05] a change is streamed to staff and its affiliate, but not to another affiliate", async () => {
  const as = (one: Affiliate) => cookieOf(one, { door: "affiliate", affiliateOrgId: org.orgId });
  const all = [
    await listen(staff, await cookieOf(org.owner)),
    await listen(portal, await as(miriam)),
    await listen(portal, await as(sophie)),
  ];
  await until(() => all.every(({ told }) => told.text.includes("event: joined")));
  expect(liveFigures()).toEqual({ streams: 3, listener: "joined" });
  await submittedLead(db.database, org, miriam);
  await until(() => all.slice(0, 2).every(({ told }) => told.text.includes('"lead"')));
  await submittedLead(db.database, org, sophie);
  await until(() => all[2]!.told.text.includes('"lead"'));
  expect(all[1]!.told.text.split("event: changed")).toHaveLength(2);
  expect(all[0]!.headers.get("Content-Type")).toContain("text/event-stream");
  expect(all[0]!.headers.get("Cache-Control")).toContain("no-transform");
  expect(all[0]!.headers.get("X-Accel-Buffering")).toBe("no");
  for (const { leave } of all) await leave();
  expect(liveFigures().streams).toBe(0);
});

test("[API-05] the stream ends for signed-out users and users without the role", async () => {
  const affiliate = await cookieOf(miriam, { door: "affiliate", affiliateOrgId: org.orgId });
  for (const [door, cookie] of [
    [staff, null],
    [portal, null],
    [staff, "session=none"],
    [staff, affiliate],
    [portal, await cookieOf(org.owner)],
  ] as const) {
    const { told } = await listen(door, cookie);
    await until(() => told.isOver);
    expect(told.text).toBe("event: end\ndata:\n\n");
  }
  expect((await ask(staff, await cookieOf(org.owner), "text/html")).status).toBe(406);
});

test("[API-05] the stream of a removed member ends instead of sending the next message", async () => {
  const member = await addMember(db.database, org);
  const { told } = await listen(staff, await cookieOf(member));
  await until(() => told.text.includes("event: joined"));
  await asOwner(db.database, org, (scope) => removeMember(scope, member.userId));
  later();
  await submittedLead(db.database, org, miriam);
  await until(() => told.isOver);
  expect(told.text).not.toContain("event: changed");
  expect(told.text).toContain("event: end");
});

test("[API-05] a user has at most 24 streams, across all sessions", async () => {
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let session = 0; session < 5; session++) {
    const cookie = await cookieOf(org.owner);
    for (let at = 0; at < 5; at++) streams.push(await listen(staff, cookie));
  }
  await until(() => streams[0]!.told.isOver);
  expect(liveFigures().streams).toBe(24);
  expect(streams[0]!.told.text).toContain("event: replaced");
  await closeLive();
});

test("[API-05] a session has six streams, a further one replaces the oldest, and all end when the server stops", async () => {
  const cookie = await cookieOf(org.owner);
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let at = 0; at < 7; at++) streams.push(await listen(staff, cookie));
  await until(() => streams[0]!.told.isOver);
  expect(liveFigures().streams).toBe(6);
  await closeLive();
  await until(() => streams.every(({ told }) => told.isOver));
  // The first reconnects when its page becomes visible, the others as soon as a server runs.
  expect(streams[0]!.told.text).toContain("event: replaced");
  for (const { told } of streams.slice(1)) expect(told.text).not.toMatch(/event: (end|replaced)/);
  expect(liveFigures()).toEqual({ streams: 0, listener: "closed" });
});

test("[API-05] an organization has separate limits for staff and affiliates, and a further stream retries later", async () => {
  const usual = { ...organizationShare };
  organizationShare.most = 3;
  try {
    const [foreign, member] = [await createOrg(db.database), await addMember(db.database, org)];
    const owner = await cookieOf(org.owner);
    const owners: Awaited<ReturnType<typeof listen>>[] = [];
    for (let at = 0; at < 3; at++) owners.push(await listen(staff, owner));
    const refused = await ask(staff, await cookieOf(member));
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "30"]);
    expect(liveFigures().streams).toBe(3);
    // They affect neither the organization's affiliates nor other organizations.
    const affiliate = await cookieOf(miriam, { door: "affiliate", affiliateOrgId: org.orgId });
    const heard = [await listen(portal, affiliate), await listen(staff, await cookieOf(foreign.owner))];
    await until(() => heard.every(({ told }) => told.text.includes("event: joined")));
    await owners[1]!.leave();
    expect((await ask(staff, await cookieOf(member))).status).toBe(200);
  } finally {
    Object.assign(organizationShare, usual);
    await closeLive();
  }
});
