import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { beforeEach, describe, expect, test } from "vitest";
import { listDeals, type DealListQuery } from "~/domain/deals/list-deals.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { countLeads, type LeadCounts } from "~/domain/leads/count-leads.server";
import type { LeadStatus } from "~/domain/leads/lead";
import { leadBoard } from "~/domain/leads/lead-board.server";
import { COLUMN_SIZE, MAX_COLUMN_LENGTH, parseColumnSizes, type ColumnSizes } from "~/domain/leads/lead-columns";
import { todayIn } from "~/domain/shared/dates";
import { noFilter, leadTabs, type LeadFilter } from "~/domain/leads/lead-filter";
import { listLeads, type LeadListQuery } from "~/domain/leads/list-leads.server";
import { matchScreen } from "~/domain/deals/match-deals.server";
import { agency, activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { walk } from "../support/pages";

// Of its own, because plans depend on statistics, which an emptied database keeps.
const db = useDatabase({ each: true, connections: 10 });
let org: Org;
let other: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  ({ org, affiliate } = await agency(db.database));
  other = await createOrg(db.database);
});

const filterOf = (filter: Partial<LeadFilter>): LeadFilter => ({ ...noFilter, ...filter });
const setStatus = (id: string, status: LeadStatus) =>
  db.ownerPool.query("update lead set status = $2 where id = $1", [id, status]);
const counts = (affiliateId: string | null = null, of = org) =>
  asOwner(db.database, of, (scope) => countLeads(scope, affiliateId));
const tabCounts = (found: LeadCounts) => Object.fromEntries(leadTabs.map((tab) => [tab, found[tab].count]));
const board = (filter: Partial<LeadFilter> = {}, of = org, sizes: ColumnSizes = {}) =>
  asOwner(db.database, of, async (scope) => {
    const wanted = filterOf(filter);
    const matches = await matchScreen(scope, wanted, { tab: "pipeline" });
    return leadBoard(scope, wanted, {
      counts: await countLeads(scope, wanted.affiliate),
      matches: matches?.shown ?? null,
      sizes,
    });
  });
const list = (wanted: LeadListQuery, of = org) => asOwner(db.database, of, (scope) => listLeads(scope, wanted));
const deals = (wanted: DealListQuery = {}, of = org) => asOwner(db.database, of, (scope) => listDeals(scope, wanted));

/** Creates this many leads, each a minute after the one before; three of them share every time. */
async function manyLeads(count: number, status: LeadStatus, of = org): Promise<string[]> {
  const { rows } = await db.ownerPool.query<{ id: string }>(
    `insert into lead (org_id, id, company_name, contact_person, email, status, created_at, updated_at)
     select $1, gen_random_uuid(), 'Bulk ' || n, 'Person ' || n, 'bulk-' || n || '@example.com', $3,
            timestamptz '2026-01-01' + n / 3 * interval '1 minute', now()
     from generate_series(1, $2) n returning id, created_at`,
    [of.orgId, count, status],
  );
  const sql = "select id from lead where org_id = $1 and status = $2 order by created_at desc, id desc";
  expect(rows).toHaveLength(count);
  return (await db.ownerPool.query<{ id: string }>(sql, [of.orgId, status])).rows.map(({ id }) => id);
}

describe("[LEAD-01] the pipeline", () => {
  test("[LEAD-02] has a column per open status with the newest leads and their number", async () => {
    const fresh = await manyLeads(COLUMN_SIZE + 5, "new");
    const qualified = await manyLeads(3, "qualified");
    await manyLeads(4, "lost");
    expect(await board({}, other)).toEqual({
      columns: [
        { status: "new", count: 0, cut: false },
        { status: "qualified", count: 0, cut: false },
      ],
      leads: [],
    });
    const { columns, leads } = await board();
    expect(columns).toEqual([
      { status: "new", count: COLUMN_SIZE + 5, cut: false },
      { status: "qualified", count: 3, cut: false },
    ]);
    const idsOf = (status: LeadStatus) => leads.filter((lead) => lead.status === status).map(({ id }) => id);
    expect(idsOf("new")).toEqual(fresh.slice(0, COLUMN_SIZE));
    expect(idsOf("qualified")).toEqual(qualified);
    await setStatus(fresh[0]!, "contacted");
    expect((await board()).columns.map(({ status }) => status)).toEqual(["new", "contacted", "qualified"]);
  });

  test("filtered by an affiliate, or by none, shows and counts only those leads", async () => {
    const second = await activeAffiliate(db.database, org);
    const mine = await submittedLead(db.database, org, affiliate);
    const theirs = await submittedLead(db.database, org, second);
    const nobodys = await addedLead(db.database, org);
    await setStatus(await addedLead(db.database, org), "lost");
    const deal = await oneTimeDeal(db.database, org, second);
    for (const [wanted, id, tabs] of [
      [affiliate.affiliateId, mine, { pipeline: 1, deals: 0, archive: 0 }],
      [second.affiliateId, theirs, { pipeline: 1, deals: 1, archive: 0 }],
      [NO_AFFILIATE, nobodys, { pipeline: 1, deals: 0, archive: 1 }],
    ] as const) {
      const { columns, leads } = await board({ affiliate: wanted });
      expect(leads.map((lead) => lead.id)).toEqual([id]);
      expect(columns[0]).toMatchObject({ status: "new", count: 1 });
      expect(tabCounts(await counts(wanted))).toEqual(tabs);
      expect(tabCounts(await counts(wanted, other))).toEqual({ pipeline: 0, deals: 0, archive: 0 });
      expect((await board({ affiliate: wanted }, other)).leads).toEqual([]);
    }
    expect(tabCounts(await counts())).toEqual({ pipeline: 3, deals: 1, archive: 1 });
    const ofSecond = await deals({ filter: filterOf({ affiliate: second.affiliateId }) });
    expect(ofSecond.rows.map(({ id }) => id)).toEqual([deal.id]);
    expect((await deals({ filter: filterOf({ affiliate: NO_AFFILIATE }) })).rows).toEqual([]);
  });

  test("filtered by a search counts the matches in every tab", async () => {
    const fresh = await addedLead(db.database, org, { company_name: "Müller Metall" });
    const lost = await submittedLead(db.database, org, affiliate, {
      email: "kontakt@mueller-metall.example",
    });
    await setStatus(lost, "lost");
    const leadId = await submittedLead(db.database, org, affiliate, { company_name: "Anders AG" });
    const deal = await oneTimeDeal(db.database, org, affiliate, {
      lead_id: leadId,
      title: "Metallbau-Portal",
    });
    await addedLead(db.database, org, { company_name: "Holzbau" });
    const found = (filter: Partial<LeadFilter>, of = org) =>
      asOwner(db.database, of, (scope) => matchScreen(scope, filterOf(filter), { tab: "deals" }));
    expect((await board({ search: "metall" }, other)).leads).toEqual([]);
    const { columns, leads } = await board({ search: "METALL" });
    expect(leads.map(({ id }) => id)).toEqual([fresh]);
    expect(columns[0]).toEqual({ status: "new", count: 1, cut: false });
    expect(await found({ search: "metall" })).toEqual({
      pipeline: { ids: [fresh], cut: false },
      deals: { ids: [deal.id], cut: false },
      archive: { ids: [lost], cut: false },
      shown: { ids: [deal.id], cut: false },
    });
    expect(await found({ search: "metall", affiliate: NO_AFFILIATE })).toMatchObject({
      pipeline: { ids: [fresh] },
      deals: { ids: [] },
      archive: { ids: [] },
    });
    expect(await found({ search: "metall", affiliate: affiliate.affiliateId })).toMatchObject({
      pipeline: { ids: [] },
      deals: { ids: [deal.id] },
    });
    expect(await found({ search: "" })).toBeNull();
    const matches = (await found({ search: "metall" }))!;
    expect((await list({ statuses: ["lost"], matches: matches.archive })).rows.map(({ id }) => id)).toEqual([lost]);
    expect((await list({ statuses: ["lost"], matches: matches.archive }, other)).rows).toEqual([]);
    expect((await deals({ matches: matches.deals }, other)).rows).toEqual([]);
  });

  test("reports that there may be more matches of a broad search", async () => {
    await manyLeads(510, "new");
    const { columns, leads } = await board({ search: "bulk" });
    expect(leads).toHaveLength(COLUMN_SIZE);
    expect(columns[0]).toEqual({ status: "new", count: 500, cut: true });
  });
});

describe("[LEAD-05] pages of leads", () => {
  test.each(["lost", "new"] as const)("of the status %s contain each lead once, forward and back", async (status) => {
    const ids = await manyLeads(120, status);
    await manyLeads(3, "qualified");
    await manyLeads(3, status, other);
    const pages = await walk((cursor) => list({ statuses: [status], cursor }));
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(ids);
    const withoutAffiliate = filterOf({ affiliate: NO_AFFILIATE });
    expect(await walk((cursor) => list({ statuses: [status], cursor, filter: withoutAffiliate }))).toEqual(pages);
    expect((await list({ statuses: [status], cursor: "nonsense" })).rows[0]?.id).toBe(ids[0]);
  });
});

describe("[LEAD-12] a possible duplicate", () => {
  test("is the organization's first lead with the same email address", async () => {
    await addedLead(db.database, other, { email: "same@kunde.example" });
    const first = await submittedLead(db.database, org, affiliate, {
      company_name: "Erste GmbH",
      email: "same@kunde.example",
    });
    await setStatus(first, "lost");
    const second = await addedLead(db.database, org, { email: "SAME@kunde.example" });
    const third = await addedLead(db.database, org, { email: "same@kunde.example" });
    const alone = await addedLead(db.database, org, { email: "other@kunde.example" });
    const marks = async () => Object.fromEntries((await board()).leads.map((lead) => [lead.id, lead.duplicateOf]));
    const createdOn = todayIn("Europe/Berlin", new Date());
    const original = {
      id: first,
      company: "Erste GmbH",
      affiliateId: affiliate.affiliateId,
      affiliate: expect.stringMatching(/^Affiliate /) as string,
      createdOn,
    };
    expect(await marks()).toEqual({ [alone]: null, [second]: original, [third]: original });
    expect((await list({ statuses: ["lost"] })).rows).toMatchObject([{ id: first, duplicateOf: null }]);
    expect((await board({}, other)).leads).toMatchObject([{ duplicateOf: null }]);
    // With the same time, the first is the one with the lower id, and only the other is marked.
    await db.ownerPool.query("delete from lead where id = $1", [first]);
    await db.ownerPool.query("update lead set created_at = '2026-01-01' where email = 'same@kunde.example'");
    expect(Object.values(await marks()).filter(Boolean)).toHaveLength(1);
  });
});

describe("[LEAD-01] the list of open leads", () => {
  const open = ["new", "qualified", "contacted"] as const;

  test("covers all open statuses, by day and by company, forward and back", async () => {
    const mixed = [...(await manyLeads(40, "new")), ...(await manyLeads(40, "qualified"))];
    await manyLeads(3, "lost");
    await manyLeads(3, "new", other);
    const sql = (order: string) =>
      `select id from lead where org_id = $1 and status <> 'lost' order by ${order}, id ${order.split(" ")[1]}`;
    for (const [by, column] of [
      ["created", "created_at"],
      ["company", "search"],
    ] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const { rows } = await db.ownerPool.query<{ id: string }>(sql(`${column} ${direction}`), [org.orgId]);
        const order = { by, direction };
        const pages = await walk((cursor) => list({ statuses: open, order, cursor }));
        expect(pages.map((page) => page.length)).toEqual([50, 30]);
        expect(pages.flat()).toEqual(rows.map(({ id }) => id));
        expect(new Set(pages.flat())).toEqual(new Set(mixed));
      }
    }
  });

  test("[P2] is read from an index of the open leads in each order", async () => {
    await manyLeads(3_000, "lost");
    await manyLeads(300, "new");
    await db.ownerPool.query("analyze lead");
    const plan = async (column: string) => {
      const { rows } = await db.ownerPool.query<{ "QUERY PLAN": string }>(
        `explain select id from lead where org_id = '${org.orgId}'
         and status in ('new', 'qualified', 'contacted') order by ${column} desc, id desc limit 51`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join(" ");
    };
    expect(await plan("created_at")).toContain("lead_open_by_created");
    expect(await plan("search")).toContain("lead_open_by_company");
  });

  test("starts at the beginning with an invalid cursor", async () => {
    await manyLeads(3, "new");
    const order = { by: "company", direction: "asc" } as const;
    const first = await list({ statuses: open, order });
    for (const cursor of ["on~1770000000000~x", "on~AA~00000000-0000-4000-8000-000000000000", "on~%~1"]) {
      expect((await list({ statuses: open, order, cursor })).rows).toEqual(first.rows);
    }
  });
});

test("[LEAD-02] a column grows to the size in its address, up to a limit", async () => {
  const ids = await manyLeads(60, "new");
  await manyLeads(30, "qualified");
  const sizes = parseColumnSizes(new URLSearchParams("more_new=50&more_qualified=x&more_contacted=7&more_lost=50"));
  expect(sizes).toEqual({ new: 50 });
  expect(parseColumnSizes(new URLSearchParams("more_new=1e9"))).toEqual({ new: MAX_COLUMN_LENGTH });
  for (const filter of [{}, { affiliate: NO_AFFILIATE }, { search: "bulk" }]) {
    const { leads } = await board(filter, org, sizes);
    const idsOf = (status: LeadStatus) => leads.filter((lead) => lead.status === status).map(({ id }) => id);
    expect(idsOf("new"), JSON.stringify(filter)).toEqual(ids.slice(0, 50));
    expect(idsOf("qualified")).toHaveLength(COLUMN_SIZE);
  }
});

test("[POR-05] the lists of leads are rejected for affiliates", async () => {
  const id = await submittedLead(db.database, org, affiliate);
  const { id: dealId } = await oneTimeDeal(db.database, org, affiliate);
  const none = await counts(null, other);
  for (const attempt of [
    () => asAffiliate(db.database, org, affiliate, (scope) => countLeads(scope)),
    () =>
      asAffiliate(db.database, org, affiliate, (scope) =>
        matchScreen(scope, filterOf({ search: id }), { tab: "pipeline" }),
      ),
    () => asAffiliate(db.database, org, affiliate, (scope) => leadBoard(scope, noFilter, { counts: none })),
    () => asAffiliate(db.database, org, affiliate, (scope) => listLeads(scope, { statuses: ["new"] })),
    () => asAffiliate(db.database, org, affiliate, (scope) => listDeals(scope)),
    () => asAffiliate(db.database, org, affiliate, (scope) => readDeal(scope, dealId)),
    () => asAffiliate(db.database, org, affiliate, affiliateChoices),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
  }
});
