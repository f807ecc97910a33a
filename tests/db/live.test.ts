import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import pg from "pg";
import { addLead } from "~/domain/leads/add-lead.server";
import { addLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { topics } from "~/domain/shared/topics";
import { log } from "~/platform/log.server";
import { CHANNEL } from "~/platform/realtime/announcement";
import { openHub, type Subscriber, type Hub, type LiveEvent } from "~/platform/realtime/hub.server";
import { openListener, type Listener } from "~/platform/realtime/listener.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startSilentProxy } from "../support/silent-proxy";

const db = useDatabase();
let org: Org;
let other: Org;
let miriam: Affiliate;
let sophie: Affiliate;
const closings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [org, other] = [await createOrg(db.database), await createOrg(db.database)];
  [miriam, sophie] = [await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
});

afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** Waits until a condition holds; the test's time limit ends it otherwise. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Returns all messages on the channel until one sent by the test. */
async function saidBy(work: () => Promise<unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: db.appUrl });
  await client.connect();
  closings.push(() => client.end());
  const said: string[] = [];
  client.on("notification", ({ payload }) => said.push(payload ?? ""));
  await client.query(`listen ${CHANNEL}`);
  await work();
  await db.ownerPool.query("select pg_notify($1, 'over')", [CHANNEL]);
  await until(() => said.includes("over"));
  return said.slice(0, -1);
}

const contact = addLeadSchema.parse({ company_name: "X", contact_person: "X", email: "x@example.com" });
const add = (of: Org) => asOwner(db.database, of, (scope) => addLead(scope, contact));

describe("[API-05] changes are published", () => {
  test("[API-05] by triggers of exactly the tables with topics", async () => {
    // The row of a lead's work comes and goes with the lead.
    const { rows } = await db.ownerPool.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger
       where tgfoid = 'app.announce'::regproc
       group by 1 having count(*) = case when min(tgrelid::regclass::text) = 'lead_work' then 1 else 3 end`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...topics].sort());
  });

  test("[API-05] once per transaction with the affiliate and no values, and not after a rollback", async () => {
    const said = await saidBy(async () => {
      await asOwner(db.database, org, async (scope) => {
        for (const _ of [1, 2, 3]) await addLead(scope, contact);
      });
      await asOwner(db.database, org, async (scope) => {
        await addLead(scope, contact);
        throw new Error("no");
      }).catch(() => {});
    });
    expect(said.filter((text) => text.includes(":lead:"))).toEqual([`${org.orgId}:lead:`]);

    const leadId = await submittedLead(db.database, org, miriam);
    const moved = await saidBy(() => asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "lost" })));
    expect(moved).toContain(`${org.orgId}:lead:${miriam.affiliateId}`);
    expect(moved.join()).not.toContain(sophie.affiliateId);
  });

  test("[API-05] for both affiliates of a reassigned lead, and in short form for many", async () => {
    const leadId = await submittedLead(db.database, org, miriam);
    const given = await saidBy(() =>
      db.ownerPool.query("update lead set affiliate_id = $1 where id = $2", [sophie.affiliateId, leadId]),
    );
    const [message] = given.filter((text) => text.includes(":lead:"));
    expect(message!.split(":")[2]!.split(",").sort()).toEqual([miriam.affiliateId, sophie.affiliateId].sort());

    const many = await saidBy(() =>
      db.ownerPool.query(
        `with made as (
           insert into lead (org_id, id, affiliate_id, company_name, contact_person, email)
           select org_id, gen_random_uuid(), affiliate_id, 'X', 'X', 'x@example.com' from lead, generate_series(1, 100)
           where id = $1 returning 1) select count(*) from made`,
        [leadId],
      ),
    );
    expect(many.filter((text) => text.includes(":lead:"))).toEqual([`${org.orgId}:lead:${sophie.affiliateId}`]);
  });
});

describe("[API-05] messages are received", () => {
  const heard = (hub: Hub, hearer: Subscriber, since = hub.position()) => {
    const news: LiveEvent[] = [];
    closings.unshift(async () => stop());
    const stop = hub.subscribe(hearer, since, (one) => news.push(one));
    return news;
  };
  const changes = (news: LiveEvent[]) => news.flatMap((one) => (one.kind === "changed" ? one.topic : []));
  async function openedHub(): Promise<Hub> {
    const hub = openHub(db.appUrl, [10]);
    closings.push(() => hub.leave());
    await until(() => hub.state() === "joined");
    return hub;
  }

  test("[API-05] by staff of the organization and the affected affiliate only", async () => {
    const hub = await openedHub();
    const staff = heard(hub, { orgId: org.orgId, affiliateId: null });
    const own = heard(hub, { orgId: org.orgId, affiliateId: miriam.affiliateId });
    const colleague = heard(hub, { orgId: org.orgId, affiliateId: sophie.affiliateId });
    const foreign = heard(hub, { orgId: other.orgId, affiliateId: null });
    // An affiliate's id in another organization matches nobody.
    const stray = heard(hub, { orgId: other.orgId, affiliateId: miriam.affiliateId });
    await submittedLead(db.database, org, miriam);
    await add(other);
    await until(() => changes(staff).includes("lead") && changes(foreign).includes("lead"));
    expect(changes(own)).toContain("lead");
    expect(changes(colleague)).toEqual([]);
    expect(changes(stray)).toEqual([]);
    expect(changes(foreign).filter((topic) => topic === "lead")).toHaveLength(1);
  });

  test("[API-05] since a page was loaded", async () => {
    const hub = await openedHub();
    const staff: Subscriber = { orgId: org.orgId, affiliateId: null };
    const watch = heard(hub, staff);
    const before = hub.position();
    await submittedLead(db.database, org, miriam);
    await until(() => changes(watch).includes("lead"));
    const joined = (hearer: Subscriber, since: string) => heard(hub, hearer, since)[0];
    expect(joined(staff, before)).toEqual({ kind: "joined", missed: true });
    expect(joined(staff, hub.position())).toEqual({ kind: "joined", missed: false });
    const portal = (affiliateId: string): Subscriber => ({ orgId: org.orgId, affiliateId });
    expect(joined(portal(miriam.affiliateId), before)).toEqual({ kind: "joined", missed: true });
    expect(joined(portal(sophie.affiliateId), before)).toEqual({ kind: "joined", missed: false });
    for (const none of ["", "x", "other.99", `${before.split(".")[0]}.no`]) {
      expect(joined(staff, none)).toEqual({ kind: "joined", missed: true });
    }
  });

  test('[API-05] as "may have missed changes" by every page after a lost connection', async () => {
    const hub = await openedHub();
    const staff = heard(hub, { orgId: org.orgId, affiliateId: null });
    const own = heard(hub, { orgId: org.orgId, affiliateId: sophie.affiliateId });
    const before = hub.position();
    await kill();
    await until(() => staff.some((one) => one.kind === "joined" && one.missed));
    expect(own.at(-1)).toEqual({ kind: "joined", missed: true });
    expect(heard(hub, { orgId: other.orgId, affiliateId: null }, before)[0]).toMatchObject({ missed: true });
    const far = changes(staff).length;
    await add(org);
    await until(() => changes(staff).length > far);
  });
});

/** Closes every listening connection, as its own role. */
async function kill(): Promise<void> {
  const client = new pg.Client({ connectionString: db.appUrl });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'finderlohn live' and datname = current_database()`,
  );
  await client.end();
}

describe("[API-05] the listening connection", () => {
  test("[API-05] reports its state, reconnects after the given delays, and closes permanently", async () => {
    const states = new Set<string>();
    const heard: string[] = [];
    let joins = 0;
    const listener: Listener = openListener({
      url: db.appUrl,
      channel: CHANNEL,
      delaysMs: [50],
      onMessage: (text) => heard.push(text),
      onJoined: () => (joins += 1),
    });
    closings.push(() => listener.leave());
    expect(listener.state()).toBe("joining");
    await until(() => listener.state() === "joined");
    await kill();
    await until(() => (states.add(listener.state()), joins === 2));
    expect(states).toContain("errored");
    await db.ownerPool.query("select pg_notify($1, 'again')", [CHANNEL]);
    await until(() => heard.includes("again"));
    const leaving = listener.leave();
    expect(listener.state()).toBe("leaving");
    await leaving;
    expect(listener.state()).toBe("closed");
    const { rowCount } = await db.ownerPool.query(
      "select 1 from pg_stat_activity where application_name = 'finderlohn live' and datname = current_database()",
    );
    expect(rowCount).toBe(0);
    expect(joins).toBe(2);
  });

  test("[API-05] detects that it receives nothing, as behind a pooler, although queries succeed", async () => {
    const proxy = await startSilentProxy(db.appUrl, { deaf: true });
    closings.push(() => proxy.close());
    let joins = 0;
    const listener = openListener({
      url: proxy.url,
      channel: CHANNEL,
      delaysMs: [5],
      patienceMs: 100,
      onMessage: () => {},
      onJoined: () => (joins += 1),
    });
    closings.unshift(() => listener.leave());
    await until(() => listener.state() === "errored");
    await until(() => listener.state() === "joining");
    expect(joins).toBe(0);
  });

  test("[API-05] keeps trying while the database rejects connections, in the end after the longest delay", async () => {
    const warn = vi.spyOn(log, "warn");
    closings.push(async () => warn.mockRestore());
    const nowhere = new URL(db.appUrl);
    nowhere.port = "1";
    const listener = openListener({
      url: nowhere.href,
      channel: CHANNEL,
      delaysMs: [5, 10],
      onMessage: () => {},
      onJoined: () => {},
    });
    closings.unshift(() => listener.leave());
    const seen: string[] = [];
    await until(() => {
      const state = listener.state();
      if (seen.at(-1) !== state) seen.push(state);
      return seen.length >= 9;
    });
    expect(new Set(seen)).toEqual(new Set(["joining", "errored"]));
    const pauses = warn.mock.calls.map(([fields]) => (fields as unknown as { pause_ms: number }).pause_ms);
    expect(pauses.slice(0, 4)).toEqual([5, 10, 10, 10]);
  });
});
