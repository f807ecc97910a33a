import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeAll, describe, expect, test } from "vitest";
import { loader as statement } from "~/routes/affiliate.earnings_.statement/route";
import { loader as earningsFile } from "~/routes/affiliate.earnings[.]csv";
import { loader as earnings } from "~/routes/affiliate.earnings/route";
import { loader as report } from "~/routes/_app.reports/route";
import { loader as activity } from "~/routes/_app.settings.activity/route";
import { loader as transactions } from "~/routes/_app.transactions/route";
import { loader as commissionsFile } from "~/routes/commissions_.export[.]csv";
import { loader as dealsFile } from "~/routes/leads_.deals_.export[.]csv";
import { loader as leadsFile } from "~/routes/leads_.export[.]csv";
import { loader as transactionsFile } from "~/routes/transactions_.export[.]csv";
import { operations } from "~/server/api/operations/index.server";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { approvedRun, payableAffiliate, runOf } from "../factories/payouts";
import { signIn } from "../factories/people";
import { apiKey, useApi } from "../support/api";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { useRoutes } from "../support/web";

// A period with one end means since or until, at every entry point. The rows since a day and until the day before are
// together all rows, without overlap.

const db = useDatabase();
useRoutes(db);
const api = useApi(db);

const DAYS = ["2026-01-10", "2026-02-10", "2026-03-10"];
let key: string;
let staff: string;
let partner: string;

beforeAll(async () => {
  // The routes use the real clock.
  const now = new Date().toISOString();
  db.at(now);
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  db.at("2026-01-05T12:00:00Z");
  await withPayer(db.database, org);
  const payee = await payableAffiliate(db.database, org);
  for (const close_date of DAYS) {
    db.at(`${close_date}T12:00:00Z`);
    await approvedRun(db.database, org, await runOf(db.database, org, payee));
    await addedLead(db.database, org);
    const deal = await oneTimeDeal(db.database, org, affiliate, { close_date });
    await asOwner(db.database, org, (scope) => markDealPaid(scope, deal.id));
  }
  db.at(now);
  key = await apiKey(db, org);
  const cookieOf = async (secret: string) => (await sessionCookie().serialize(secret)).split(";")[0]!;
  staff = await cookieOf(await signIn(db.database, org.owner));
  partner = await cookieOf(await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId }));
});

/** Fails unless a day divides the rows of an entry point into those since then and those until the day before. */
async function expectDivided(shown: (query: string) => Promise<string[]>): Promise<void> {
  const [all, since, until] = [
    await shown("from=2020-01-01&to=2030-01-01"),
    await shown("from=2026-02-10"),
    await shown("to=2026-02-09"),
  ];
  expect(since.length).toBeGreaterThan(1);
  expect(until.length).toBeGreaterThan(0);
  expect([...since, ...until].sort()).toEqual(all.sort());
}

// Reports have groups instead of records.
const lists = operations.filter(({ query, tag }) => {
  if (tag === "reports") return false;
  const shape = (query as { shape?: object } | undefined)?.shape ?? {};
  return "from" in shape && "to" in shape;
});

test("the lists of the API are found", () => expect(lists.length).toBeGreaterThan(3));

test.each(lists.map((one) => [one.id, one] as const))("[API-01] [LEAD-15] %s", async (_, { path }) => {
  await expectDivided(async (query) => {
    const { body } = await api("GET", `${path}?${query}`, { key });
    return body.data.map(({ id }: { id: string }) => id);
  });
});

type Loader = (args: {
  request: Request;
  params: Record<string, string>;
  context: { nonce: string; requestId: string; ip: string };
}) => Promise<unknown>;

const ask = (loader: unknown, path: string, cookie: string) =>
  (loader as Loader)({
    request: new Request(new URL(path, TEST_APP_URL), { headers: { Cookie: cookie } }),
    params: {},
    context: { nonce: "", requestId: "", ip: "127.0.0.1" },
  });

describe("files", () => {
  test.each([
    ["/leads/export.csv", leadsFile, () => staff],
    ["/leads/deals/export.csv", dealsFile, () => staff],
    ["/transactions/export.csv?tab=all", transactionsFile, () => staff],
    ["/commissions/export.csv?tab=all", commissionsFile, () => staff],
    ["/affiliate/earnings.csv", earningsFile, () => partner],
  ])("[API-03] [LEAD-15] %s", async (path, loader, cookie) => {
    await expectDivided(async (query) => {
      const answer = (await ask(loader, `${path}${path.includes("?") ? "&" : "?"}${query}`, cookie())) as Response;
      return (await answer.text()).trim().split("\r\n").slice(1);
    });
  });

  test("[POR-08] have names that contain the period's start or end", async () => {
    const nameOf = async (query: string) => {
      const answer = (await ask(earningsFile, `/affiliate/earnings.csv?${query}`, partner)) as Response;
      await answer.text();
      return /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition")!)![1];
    };
    expect(await nameOf("from=2026-02-10")).toMatch(/-from-2026-02-10\.csv$/);
    expect(await nameOf("to=2026-02-09")).toMatch(/-until-2026-02-09\.csv$/);
  });
});

describe("screens", () => {
  const rows = (page: { rows: { id: string }[] }) => page.rows.map(({ id }) => id);
  test.each([
    ["/transactions?tab=all", transactions, () => staff],
    ["/affiliate/earnings", earnings, () => partner],
    ["/settings/activity", activity, () => staff],
  ])("[LEAD-15] %s", async (path, loader, cookie) => {
    await expectDivided(async (query) => {
      const found = await ask(loader, `${path}${path.includes("?") ? "&" : "?"}${query}`, cookie());
      const { data = found } = found as { data?: unknown };
      return rows((data as { page: { rows: { id: string }[] } }).page);
    });
  });

  test("[POR-08] a statement contains the same rows", async () => {
    await expectDivided(async (query) => {
      const found = (await ask(statement, `/affiliate/earnings/statement?${query}`, partner)) as {
        rows: { id: string }[];
      };
      return rows(found);
    });
  });

  test("[REP-01] a report ends today and starts as early as a report can", async () => {
    const chosen = async (query: string) => {
      const found = (await ask(report, `/reports?${query}`, staff)) as { chosen: object; today: string };
      return { ...found.chosen, today: found.today };
    };
    const { today, ...since } = await chosen("from=2026-02-10");
    expect(since).toEqual({ name: null, from: "2026-02-10", to: today });
    expect(await chosen("to=2026-02-09")).toMatchObject({ from: "2006-02-10", to: "2026-02-09" });
  });
});
