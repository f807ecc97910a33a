import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { hashSecret } from "~/domain/identity/secret.server";
import { run } from "./program";

// Listing and repairing as an operator, with the real program.

const db = useDatabase();
let org: Org;
let other: Org;
let affiliate: Affiliate;

const finderlohn = (...args: string[]) => run(args, { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });

async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await finderlohn(...args, "--json");
  expect({ code, stderr }, args.join(" ")).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as T;
}

async function refused(args: string[], reason: RegExp): Promise<void> {
  const { code, stdout, stderr } = await finderlohn(...args);
  expect({ code, stdout }, args.join(" ")).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/^finderlohn: [^\n]+\n$/);
}

beforeAll(async () => {
  await ensureBuilt({ web: false });
  org = await createOrg(db.database, { name: "Nordlicht" });
  other = await createOrg(db.database, { name: "Rivage" });
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
}, 120_000);

it("[CLI-01] lists users and affiliates of all organizations or of one", async () => {
  const people = await json<{ email: string; org_id: string; role: string }[]>("users", "list");
  expect(people.map(({ org_id, role }) => `${org_id} ${role}`).sort()).toEqual(
    [`${org.orgId} owner`, `${org.orgId} affiliate`, `${other.orgId} owner`].sort(),
  );
  expect(await json("users", "list", "--org", other.orgId)).toMatchObject([{ org_id: other.orgId, role: "owner" }]);
  const { email } = people[0]!;
  expect(await json("users", "list", "--email", email.toUpperCase())).toMatchObject([{ email }]);

  const row = { id: affiliate.affiliateId, org_id: org.orgId, status: "active", leads: 0, deals: 0 };
  expect(await json("affiliates", "list")).toMatchObject([row]);
  expect((await finderlohn("affiliates", "list", "--status", "active")).stdout).toMatch(/^org_id +organization /);
  await refused(["users", "list", "--org", "nobody"], /no organization has the id "nobody"/);
}, 180_000);

it("[CLI-01] [AUTH-08] ends all sessions of one user only", async () => {
  const { email } = org.owner;
  const [, , kept] = [
    await signIn(db.database, org.owner),
    await signIn(db.database, org.owner, { door: "affiliate" }),
    await signIn(db.database, other.owner),
  ];
  const end = ["users", "signout", "--email", email.toUpperCase()];
  expect(await json(...end, "--dry-run")).toEqual({ sessions: 2 });
  expect((await finderlohn(...end)).stdout).toBe("sessions ended: 2\n");
  expect(await json(...end)).toEqual({ sessions: 0 });
  const { rows } = await db.ownerPool.query("select id_hash from session");
  expect(rows).toEqual([{ id_hash: hashSecret(kept) }]);
  await refused(["users", "signout", "--email", "x@nobody.example"], /no user has the address/);
}, 180_000);

it("[CLI-01] [COM-03] [ORG-07] recreates the payments of a deal from its contract, in its organization only", async () => {
  const deal = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "4" });
  const once = await oneTimeDeal(db.database, org, affiliate);
  const payments = async () => {
    const { rows } = await db.ownerPool.query<{ amount: string }>(
      "select amount from commission_payment where deal_id = $1 order by period_start",
      [deal.id],
    );
    return rows.map(({ amount }) => Number(amount));
  };
  const whole = await payments();
  expect(whole).toHaveLength(4);
  // One payment is missing, one has another amount, and one is for a month outside the contract.
  await db.ownerPool.query(
    `with d as (select * from commission_payment where deal_id = $1 order by period_start)
     delete from commission_payment where id = (select id from d limit 1)`,
    [deal.id],
  );
  await db.ownerPool.query(
    `update commission_payment set amount = 1 where deal_id = $1
     and period_start = (select min(period_start) from commission_payment where deal_id = $1)`,
    [deal.id],
  );
  await db.ownerPool.query(
    `insert into commission_payment (org_id, id, deal_id, affiliate_id, amount, currency, period_start, status)
     select org_id, gen_random_uuid(), id, affiliate_id, 5, commission_currency, '2099-01-01', 'pending' from deal where id = $1`,
    [deal.id],
  );
  const broken = await payments();
  const regenerate = ["commissions", "regenerate", "--org", org.orgId, "--deal", deal.id];
  const planned = { deal: deal.id, added: 1, changed: 1, removed: 1, kept: 2, paid: 0 };
  expect(await json(...regenerate, "--dry-run")).toEqual([planned]);
  await refused(regenerate, /1 pending payments will be removed\. Add --yes to confirm/);
  expect(await payments()).toEqual(broken);
  expect(await json(...regenerate, "--yes")).toEqual([planned]);
  expect(await payments()).toEqual(whole);
  expect(await json(...regenerate)).toMatchObject([{ added: 0, changed: 0, removed: 0, kept: 4 }]);
  const { rows } = await db.ownerPool.query("select actor, data from audit_log where action = 'deal.regenerate'");
  const data = { payments_added: 1, payments_changed: 1, payments_removed: 1 };
  expect(rows).toEqual([{ actor: "operator", data }]);

  const of = (orgId: string, id: string) => ["commissions", "regenerate", "--org", orgId, "--deal", id];
  await refused(of(other.orgId, deal.id), /the organization has no deal with the id/);
  await refused(of(org.orgId, once.id), /a one-time deal has no monthly payments/);
}, 180_000);

it("[CLI-01] lists jobs with their errors, without addresses, and retries them", async () => {
  await db.ownerPool.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
  const add = async (task: string, orgId: string, attempts: number, error: string | null) => {
    const { rows } = await db.ownerPool.query<{ id: string }>(
      `select id::text from graphile_worker.add_job($1, json_build_object('org_id', $2::text), flags => array['org:' || $2])`,
      [task, orgId],
    );
    await db.ownerPool.query("update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1", [
      rows[0]!.id,
      attempts,
      error,
    ]);
    return rows[0]!.id;
  };
  const failed = await add("mail.notification", org.orgId, 25, "no mail to jo@example.com: 550\n  at x");
  const waiting = await add("commissions.generate", other.orgId, 0, null);
  expect(await json("jobs", "list")).toMatchObject([
    {
      id: failed,
      task: "mail.notification",
      lane: "mails",
      org_id: org.orgId,
      state: "failed",
      attempts: "25/25",
      last_error: "no mail to …@…: 550",
    },
    { id: waiting, lane: "runs", org_id: other.orgId, state: "waiting", attempts: "0/25", last_error: null },
  ]);
  expect(await json("jobs", "list", "--org", other.orgId)).toMatchObject([{ id: waiting }]);
  expect(await json("jobs", "retry", "--failed", "--dry-run")).toMatchObject([{ id: failed, attempts: "25/25" }]);
  expect(await json("jobs", "retry", "--failed")).toEqual({ retried: 1 });
  expect(await json("jobs", "list", "--state", "failed")).toEqual([]);
  expect((await finderlohn("jobs", "retry", waiting)).stdout).toBe("1 job will run again\n");
  await refused(["jobs", "retry", "999999"], /the queue has no job with the id "999999"/);

  // Jobs that must never run again can be discarded, so that they cause no alarm; others cannot.
  await refused(["jobs", "discard", waiting, "--yes"], /is waiting: only failed jobs can be discarded/);
  await db.ownerPool.query("update graphile_worker._private_jobs set attempts = max_attempts where id = $1", [waiting]);
  await refused(["jobs", "discard", waiting], /1 job will be removed and never run. Add --yes/);
  expect(await json("jobs", "discard", "--failed", "--dry-run")).toMatchObject([{ id: waiting }]);
  expect(await json("jobs", "discard", "--failed", "--yes")).toEqual({ discarded: 1 });
  expect(await json("jobs", "list", "--state", "failed")).toEqual([]);
}, 180_000);

it("[CLI-01] [HOOK-04] [ORG-07] lists and resends webhook deliveries", async () => {
  const endpoint = randomUUID();
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  await db.ownerPool.query(
    `insert into webhook_endpoint (org_id, id, url, events)
     values ($1, $2, 'https://hook.eu1.make.com/secret-path', array['deal.created', 'lead.created'])`,
    [org.orgId, endpoint],
  );
  for (const [index, status] of ["failed", "delivered", "failed"].entries()) {
    await db.ownerPool.query(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, status, attempts, created_at)
       values ($1, $2, $3, 'lead.created', '{}', $4, 10, $5)`,
      // The second one is in February in Berlin, and in January in UTC.
      [org.orgId, ids[index], endpoint, status, ["2026-01-15T12:00Z", "2026-01-31T23:30Z", "2026-03-15T12:00Z"][index]],
    );
  }
  const [first, second, third] = ids as [string, string, string];
  const endpoints = await finderlohn("webhooks", "endpoints", "--json");
  expect(endpoints.stdout).not.toContain("secret-path");
  expect(JSON.parse(endpoints.stdout)).toEqual([
    {
      org_id: org.orgId,
      organization: "Nordlicht",
      host: "https://hook.eu1.make.com",
      events: "deal.created, lead.created",
      state: "on",
      pending: 0,
      failed: 2,
    },
  ]);
  const ofOrg = ["--org", org.orgId];
  expect(await json("webhooks", "list", ...ofOrg)).toMatchObject([{ id: third }, { id: second }, { id: first }]);
  expect(await json("webhooks", "list", ...ofOrg, "--status", "failed", "--limit", "1")).toMatchObject([{ id: third }]);

  const since = ["webhooks", "resend", ...ofOrg, "--since", "2026-02-01"];
  expect(await json(...since, "--dry-run")).toEqual({ would_send: 1 });
  expect(await json(...since, "--which", "all", "--dry-run")).toEqual({ would_send: 2 });
  const inUtc = ["webhooks", "resend", ...ofOrg, "--since", "2026-02-01T00:00Z", "--which", "all", "--dry-run"];
  expect(await json(...inUtc)).toEqual({ would_send: 1 });
  expect(await json(...since)).toEqual({ sent: 1 });
  expect((await finderlohn("webhooks", "resend", ...ofOrg, first)).stdout).toBe("1 delivery sent again\n");
  const { rows } = await db.ownerPool.query("select id from webhook_delivery where status = 'pending' order by id");
  expect(rows).toEqual([first, third].toSorted().map((id) => ({ id })));
  await refused(["webhooks", "resend", "--org", other.orgId, first], /the organization has no delivery with the id/);
}, 180_000);

it("[CLI-02] shows a progress bar on a terminal, and none in a pipe", ({ skip }) => {
  const tool = "/usr/bin/script";
  if (!fs.existsSync(tool)) skip('the program "script", which emulates a terminal, is not installed');
  const program = fileURLToPath(new URL("../../build/cli.mjs", import.meta.url));
  const command = `${process.execPath} ${program} commissions generate --dry-run --json`;
  const env = { PATH: process.env.PATH ?? "", DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl };
  const shown = (...args: [string, string[]]) => {
    const { status, stdout, stderr } = spawnSync(...args, { encoding: "utf8", env: env as never });
    expect(status).toBe(0);
    return stdout + stderr;
  };
  const bar = /\[[#-]{30}\] 0 of 2 /;
  expect(shown(tool, ["-qec", command, "/dev/null"])).toMatch(bar);
  expect(shown("sh", ["-c", command])).not.toMatch(bar);
}, 180_000);

it("[CLI-02] bash completes commands, options and their values", async () => {
  const { code, stdout } = await finderlohn("completion", "bash");
  expect(code).toBe(0);
  const completed = (line: string) => {
    const words = line.split(" ");
    const script = `${stdout}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
      _finderlohn; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
  };
  expect(completed("finderlohn comm")).toEqual(["commissions"]);
  expect(completed("finderlohn jobs ")).toEqual(expect.arrayContaining(["list", "retry", "--help"]));
  expect(completed("finderlohn jobs list --sta")).toEqual(["--state"]);
  expect(completed("finderlohn jobs list --state f")).toEqual(["failed"]);
}, 180_000);

it("[CLI-01] [LEAD-16] previews the end of a deal, ends it and resumes it", async () => {
  const { id } = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "4" });
  const which = ["--org", org.orgId, "--deal", id];
  const how = ["--reason", "cancelled_by_customer", "--day", "2026-03-01"];
  const counts = { ends: 2, stays: 2, paid: 0, owed_back: 0, claim: "", worth: "200.00 EUR" };
  const payments = async () =>
    (await db.ownerPool.query("select 1 from commission_payment where deal_id = $1", [id])).rowCount;
  expect(await json("deals", "end", ...which, ...how, "--dry-run")).toMatchObject([counts]);
  expect(await payments()).toBe(4);
  expect(await json("deals", "end", ...which, ...how, "--yes")).toMatchObject([counts]);
  expect(await payments()).toBe(2);
  await refused(["deals", "end", ...which, "--reason", "our_fault", "--day", "soon"], /--day must be a day/);
  await refused(["deals", "end", ...which, "--reason", "because", "--day", "2026-03-01"], /our_fault/);
  await refused(["deals", "resume", "--org", other.orgId, "--deal", id], /no deal with the id/);
  expect(await json("deals", "resume", ...which, "--dry-run")).toMatchObject([{ resumed: "yes" }]);
  expect(await payments()).toBe(2);
  expect(await json("deals", "resume", ...which)).toMatchObject([{ resumed: "yes" }]);
  expect(await json("deals", "resume", ...which)).toMatchObject([{ resumed: "no" }]);
  expect(await payments()).toBe(4);
});
