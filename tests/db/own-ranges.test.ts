import { beforeAll, expect, test } from "vitest";
import type { OwnFilter } from "~/domain/fields/own-filter";
import { openLeadStatuses } from "~/domain/leads/lead";
import { matchLeads } from "~/domain/leads/match-leads.server";
import { definedField } from "../factories/fields";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

// Filters by own fields read the newest leads one by one, and only then an index: app.newest_meeting().

const db = useDatabase();
let org: Org;

/** More than are read one by one (20,000). */
const LEADS = 20_800;
/** Every so many leads have values. */
const EACH = 40;
const MOST = 20;

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
/** The values of the lead `EACH * k`, as `insertLeads` stores them; those of the oldest are in no other lead. */
const valuesOf = (k: number) => ({
  staff: ((k * 7919) % 2001) - 1000.5,
  budget: k >= 505 ? 1_000_000 + k : (k * 37) % 5000,
  start: k >= 508 ? "2031-05-06" : new Date(Date.UTC(2025, 0, 1 + (k % 700))).toISOString().slice(0, 10),
  size: k % 2 === 0 ? "small" : "large",
  sure: k % 3 === 0,
  branch: k >= 515 ? "segel" : k % 5 === 0 ? "moebel" : "stahl",
});

beforeAll(async () => {
  org = await createOrg(db.database);
  await definedField(db.database, org, "Branch");
  await definedField(db.database, org, "Staff", { kind: "number", audience: "affiliate" });
  await definedField(db.database, org, "Budget", { kind: "amount" });
  await definedField(db.database, org, "Start", { kind: "day" });
  await definedField(db.database, org, "Size", { kind: "choice", choices: "Small\nLarge" });
  await definedField(db.database, org, "Sure", { kind: "yes_no", audience: "affiliate" });
  await insertLeads();
});

/** Inserts leads of three statuses, the newest with the smallest number. */
async function insertLeads(): Promise<void> {
  await db.ownerPool.query(
    `insert into lead (org_id, id, company_name, contact_person, email, status, created_at)
     select $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Nord', 'Ann', 'ann@nord.example',
       (array['new', 'contacted', 'qualified'])[1 + n % 3], now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [org.orgId, LEADS],
  );
  const made = Array.from({ length: LEADS / EACH }, (_, index) => index + 1).map((k) => {
    const { staff, budget, start, size, sure, branch } = valuesOf(k);
    return {
      id: idOf(k * EACH),
      // An organization's field for affiliates and one for the staff are in different rows.
      affiliate: { staff: { number: String(staff) }, sure },
      staff: { budget: { amount: budget, currency: "EUR" }, start: { day: start }, size: { option: size }, branch },
    };
  });
  for (const audience of ["affiliate", "staff"] as const) {
    await db.ownerPool.query(
      `insert into lead_own_value (org_id, lead_id, audience, content)
       select $1, (m ->> 'id')::uuid, $2, m -> $2 from jsonb_array_elements($3::jsonb) m`,
      [org.orgId, audience, JSON.stringify(made)],
    );
  }
  await db.ownerPool.query("analyze lead, lead_own_value");
}

type Values = ReturnType<typeof valuesOf>;

test.for<[string, OwnFilter, (values: Values) => boolean]>([
  ["a number among the newest", { own_staff_from: "0" }, ({ staff }) => staff >= 0],
  [
    "a rare number",
    { own_staff_from: "-1000", own_staff_to: "-990.5" },
    ({ staff }) => staff >= -1000 && staff <= -990.5,
  ],
  ["an amount", { own_budget_to: "49.99" }, ({ budget }) => budget <= 4999],
  ["an amount of the oldest", { own_budget_from: "9000" }, ({ budget }) => budget >= 900_000],
  ["a day", { own_start_from: "2025-02-03" }, ({ start }) => start >= "2025-02-03"],
  ["a day of the oldest", { own_start_from: "2030-12-31" }, ({ start }) => start >= "2030-12-31"],
  ["a day that no lead has", { own_start_from: "2032-01-01" }, () => false],
  ["a range that ends before it begins", { own_start_from: "2026-01-01", own_start_to: "2025-01-01" }, () => false],
  [
    "a choice, an answer and words of the oldest",
    { own_size: "small", own_sure: "yes", own_branch: "Möbel", own_budget_from: "9000" },
    ({ size, sure, branch, budget }) => size === "small" && sure && branch === "moebel" && budget >= 900_000,
  ],
  [
    "wide ranges that only the oldest meet together",
    {
      own_budget_from: "1",
      own_start_from: "2025-01-02",
      own_staff_from: "-999",
      own_size: "large",
      own_start_to: "2031-12-31",
    },
    ({ budget, start, staff, size }) => budget >= 100 && start >= "2025-01-02" && staff >= -999 && size === "large",
  ],
  [
    "few of many leads",
    { own_staff_from: "900", own_start_from: "2025-06-01", own_size: "large", own_sure: "no" },
    ({ staff, start, size, sure }) => staff >= 900 && start >= "2025-06-01" && size === "large" && !sure,
  ],
  ["words alone", { own_branch: "moebel" }, ({ branch }) => branch === "moebel"],
  ["words of the oldest alone", { own_branch: "segel" }, ({ branch }) => branch === "segel"],
])("[WORK-16] [P2] the newest leads are found by %s", async ([, own, meets]) => {
  const expected = Array.from({ length: LEADS / EACH }, (_, index) => index + 1)
    .filter((k) => meets(valuesOf(k)))
    .map((k) => idOf(k * EACH));
  const found = await asOwner(db.database, org, (scope) =>
    matchLeads(scope, { search: "", affiliate: null, own, locale: "en" }, openLeadStatuses, MOST),
  );
  expect(found).toEqual({ ids: expected.slice(0, MOST), cut: expected.length >= MOST });
});
