import { describe, expect, it } from "vitest";
import { shortened } from "~/domain/identity/own-sessions.server";
import { action, loader } from "~/routes/_app.settings.account/route";
import { loader as settings } from "~/routes/affiliate.settings";
import { action as portalAction } from "~/routes/affiliate.settings_.sessions";
import { loader as leads } from "~/routes/_app.leads/route";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

interface Shown {
  id: string;
  device: string;
  place: string | null;
  lastUsedAt: string;
  isThis: boolean;
}

/** Returns the cookie of a new session of an organization's owner. */
async function session(org: Org): Promise<string> {
  return (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
}

const look = (cookie: string, ip?: string) => call(loader, "/settings/account", { cookie, ...(ip && { ip }) });
const shown = async (cookie: string) => ((await look(cookie)).body as { sessions: Shown[] }).sessions;
const press = (cookie: string, form: Record<string, string>) => call(action, "/settings/account", { cookie, form });
const isSignedIn = async (cookie: string) => (await call(leads, "/leads", { cookie })).to === null;

describe("[AUTH-08] [SET-04] the list of a user's sessions", () => {
  it("[AUTH-08] shows device, place and last use, the current one first", async () => {
    const org = await createOrg(db.database);
    const [other, mine] = [await session(org), await session(org)];
    await db.ownerPool.query(
      `update session set user_agent = case when id_hash = $1 then $2 else $3 end, ip = '2001:db8:1:2::7',
         last_seen_at = now() - interval '30 minutes' where user_id = $4`,
      [(await shown(other))[0]!.id, IPHONE, FIREFOX, org.owner.userId],
    );
    await look(mine, "203.0.113.9");
    const [first, second, ...rest] = await shown(mine);
    expect(first).toMatchObject({ device: "Firefox on Linux", isThis: true });
    expect(second).toMatchObject({ device: "Safari on iOS", isThis: false, place: "2001:db8:1:…" });
    expect(rest).toEqual([]);
    // The recorded use of this session is its last one, with its address.
    expect(Date.now() - Date.parse(first!.lastUsedAt)).toBeLessThan(60_000);
    expect(Date.now() - Date.parse(second!.lastUsedAt)).toBeGreaterThan(60_000);
    const text = JSON.stringify((await look(mine)).body);
    for (const secret of ["203.0.113.9", "2001:db8:1:2::7", "Mozilla", mine.split("=")[1]!]) {
      expect(text).not.toContain(secret);
    }
  });

  it("[AUTH-08] ends one immediately", async () => {
    const org = await createOrg(db.database);
    const [other, mine] = [await session(org), await session(org)];
    const { id } = (await shown(mine)).find(({ isThis }) => !isThis)!;
    expect(await isSignedIn(other)).toBe(true);
    expect(await press(mine, { intent: "end", session: id })).toMatchObject({ to: "/settings/account" });
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(mine)).toBe(true);
    expect(await shown(mine)).toHaveLength(1);
  });

  it("[AUTH-08] ends all others and keeps the current one", async () => {
    const [org, foreign] = [await createOrg(db.database), await createOrg(db.database)];
    const others = [await session(org), await session(org)];
    const [mine, theirs] = [await session(org), await session(foreign)];
    await press(mine, { intent: "end-others" });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(mine)).toBe(true);
    expect(await isSignedIn(theirs)).toBe(true);
  });

  it("[AUTH-08] neither shows nor ends those of others, with the same response", async () => {
    const [org, foreign] = [await createOrg(db.database), await createOrg(db.database)];
    const [mine, theirs] = [await session(org), await session(foreign)];
    const [{ id }] = (await shown(theirs)) as [Shown];
    expect((await shown(mine)).map((one) => one.id)).not.toContain(id);
    const refused = await press(mine, { intent: "end", session: id });
    const unknown = await press(mine, { intent: "end", session: "none" });
    expect([refused.status, refused.to]).toEqual([unknown.status, unknown.to]);
    expect(await isSignedIn(theirs)).toBe(true);
  });

  it("[AUTH-07] leaves an ended session without access, whatever its cookie", async () => {
    const org = await createOrg(db.database);
    const [mine, other] = [await session(org), await session(org)];
    await press(mine, { intent: "end-others" });
    expect((await look(other)).to).toBe("/auth?redirectTo=%2Fsettings%2Faccount");
    const posted = await press(other, { intent: "end-others" });
    expect(posted.to).toMatch(/^\/auth\?redirectTo=/);
    expect(await isSignedIn(mine)).toBe(true);
  });
});

describe("[AUTH-08] the list of sessions in the portal", () => {
  const cookieOf = async (secret: string) => (await sessionCookie().serialize(secret)).split(";")[0]!;
  /** Returns the cookie of a new session of an affiliate; `handedOut` starts it with a manual link. */
  const portal = async (who: Affiliate, { orgId }: Org, handedOut = false) =>
    cookieOf(await signIn(db.database, who, { door: "affiliate", affiliateOrgId: orgId, handedOut }));
  const open = (cookie: string) => call(settings, "/affiliate/settings", { cookie });
  const listed = async (cookie: string) => ((await open(cookie)).body as { sessions: Shown[] }).sessions;
  const end = (cookie: string, form: Record<string, string>) =>
    call(portalAction, "/affiliate/settings/sessions", { cookie, form });
  const isIn = async (cookie: string) => (await open(cookie)).to === null;

  it("[AUTH-08] ends one session, then all others, and none of other users", async () => {
    const org = await createOrg(db.database);
    const [ada, bob] = [await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
    const [mine, one, other] = [await portal(ada, org), await portal(ada, org), await portal(ada, org)];
    const theirs = await portal(bob, org);
    const sessions = await listed(mine);
    expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false, false]);
    const { id } = (await listed(one))[0]!;
    expect(await end(mine, { intent: "end", session: id })).toMatchObject({ to: "/affiliate/settings" });
    expect([await isIn(one), await isIn(other), await isIn(theirs)]).toEqual([false, true, true]);
    await end(mine, { intent: "end", session: (await listed(theirs))[0]!.id });
    await end(mine, { intent: "end-others" });
    expect([await isIn(mine), await isIn(other), await isIn(theirs)]).toEqual([true, false, true]);
  });

  it("[AUTH-08] [POR-07] in a session of a manual link excludes sessions of other portals", async () => {
    const [org, second] = [await createOrg(db.database), await createOrg(db.database)];
    const ada = await invitedAffiliate(db.database, org);
    const same = { ...ada, ...(await invitedAffiliate(db.database, second, { email: ada.email })) };
    const [mine, again] = [await portal(ada, org, true), await portal(ada, org, true)];
    const elsewhere = await portal(same, second, true);
    expect(await listed(mine)).toHaveLength(2);
    await end(mine, { intent: "end", session: (await listed(elsewhere))[0]!.id });
    await end(mine, { intent: "end-others" });
    expect([await isIn(mine), await isIn(again), await isIn(elsewhere)]).toEqual([true, false, true]);
  });
});

it.each([
  ["203.0.113.9", "203.0.113.x"],
  ["::ffff:203.0.113.9", "203.0.113.x"],
  ["2001:db8:1:2::7", "2001:db8:1:…"],
  ["::1", "::1:…"],
  ["", null],
  [null, null],
])("[AUTH-08] the address %j is shown as %j", (ip, place) => {
  expect(shortened(ip)).toBe(place);
});
