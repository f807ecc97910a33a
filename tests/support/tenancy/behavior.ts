import { randomUUID } from "node:crypto";
import type { Identity, Outcome, Session } from "./attempt";
import { GLOBAL_TABLES, type Table } from "./catalog";
import { freshCopy, hasFreshKey, quote, type Row, type Tenant } from "./rows";

const DENIED = "42501";
const NO_SUCH_KEY = "23503";
/** Errors for deleting a referenced row: 23503, since Postgres 18 23001. */
const STILL_LINKED = ["23001", NO_SUCH_KEY];

/** Columns that identify the affiliate in tables that the portal may read. All other tables are invisible to it. */
const PORTAL_READS: Record<string, string> = {
  organization: "org_id",
  affiliate: "id",
  affiliate_term: "affiliate_id",
  lead: "affiliate_id",
  lead_status_change: "affiliate_id",
  lead_message: "affiliate_id",
  merged_lead: "affiliate_id",
  own_field: "org_id",
  lead_own_value: "affiliate_id",
  deal_own_value: "affiliate_id",
  deal: "affiliate_id",
  commission_claim: "affiliate_id",
  payer_profile: "org_id",
  payee_profile: "affiliate_id",
  payee_tax_status: "affiliate_id",
  payee_account: "affiliate_id",
  self_billing_agreement: "affiliate_id",
  vat_check: "affiliate_id",
  commission_payment: "affiliate_id",
  payout: "affiliate_id",
  document: "affiliate_id",
  document_file: "affiliate_id",
  objection: "affiliate_id",
  payout_invoice: "affiliate_id",
  notification: "affiliate_id",
  mail_choice: "affiliate_id",
  aggregate: "affiliate_id",
};

/** The rows that the portal may read of a table, where it is a part of the organization's. */
const PORTAL_PARTS: Record<string, (row: Row) => boolean> = { own_field: (row) => row["audience"] === "affiliate" };

type Verb = "select" | "insert" | "update" | "delete";

/** Writes that the portal may do. */
const PORTAL_WRITES: Record<string, ("insert" | "update")[]> = {
  lead: ["insert"],
  lead_message: ["insert"],
  lead_own_value: ["insert"],
  notification: ["update"],
  mail_choice: ["insert", "update"],
  payee_profile: ["insert", "update"],
  payee_tax_status: ["insert", "update"],
  payee_account: ["insert", "update"],
  self_billing_agreement: ["insert", "update"],
  objection: ["insert", "update"],
  payout_invoice: ["insert"],
  audit_log: ["insert"],
};

/** Writes that only the affiliate may do, not even staff. */
const PORTAL_ALONE_WRITES: Record<string, Verb[]> = {
  self_billing_agreement: ["insert", "update"],
  objection: ["insert"],
};

/** Columns with the member who has added the row; null for the affiliate. Nobody can add a row as the other. */
const AUTHORS: Record<string, string> = { payout_invoice: "entered_by", lead_message: "author" };

/** Only a row whose access the same transaction has ended can be deleted from it. */
const DELETED_AFTER_ENDING = "affiliate";

/**
 * Tries every command on a table with rows of two organizations, A and B: as staff of B, without an organization, and
 * as an affiliate of B. Returns what succeeded or was denied contrary to the design.
 */
export async function behaviorViolations(session: Session, table: Table, a: Tenant, b: Tenant): Promise<string[]> {
  const trial = startTrial(session, table, a, b);
  if (trial.theirs.length === 0 || trial.ours.length === 0) return [`${table.name}: there are no rows to try with`];
  await tryAsStaff(trial);
  await tryWithoutOrganization(trial);
  await tryAsAffiliate(trial);
  return trial.found;
}

type Trial = ReturnType<typeof startTrial>;

function startTrial(session: Session, table: Table, a: Tenant, b: Tenant) {
  const name = quote(table.name);
  const found: string[] = [];
  const may = (verb: Verb) => session.laboratory || table.grants.includes(verb);
  const keys = [...table.primaryKey, ...table.unique.flat(), ...table.foreignKeys.flatMap((one) => one.columns)];
  // An update that reads no column is not subject to the read policies, so it is the strictest test.
  const plain = quote(table.columns.find((column) => !keys.includes(column.name))?.name ?? "org_id");
  const record = `jsonb_populate_record(null::${name}, $1)`;
  const written = table.columns.filter((column) => !column.generated).map((column) => quote(column.name));
  // VALUES instead of SELECT, because Citus runs the latter as COPY, which ignores row-level security.
  const values = written.map((column) => `(${record}).${column}`);
  const ours = b.rows.get(table.name) ?? [];
  return {
    session,
    table,
    a,
    b,
    found,
    may,
    ours,
    theirs: a.rows.get(table.name) ?? [],
    check(holds: boolean, what: string, outcome?: Outcome) {
      const how = outcome && ` (${outcome.code ?? `${outcome.count} rows`})`;
      if (!holds) found.push(`${table.name}: ${what}${how ?? ""}`);
    },
    read: (who: Identity) => session.attempt(who, `select to_jsonb(t) as row from ${name} t`),
    count: (who: Identity, org: string) => session.attempt(who, `select 1 from ${name} where org_id = $1`, [org]),
    insert: (who: Identity, row: Row, options?: { links: boolean }) =>
      session.attempt(who, `insert into ${name} (${written.join()}) values (${values.join()})`, [row], options),
    updateAll: (who: Identity) => session.attempt(who, `update ${name} set ${plain} = (${record}).${plain}`, [ours[0]]),
    updateOf: (who: Identity, org: string) =>
      session.attempt(who, `update ${name} set ${plain} = (${record}).${plain} where org_id = $2`, [ours[0], org]),
    set: (who: Identity, column: string, value: unknown) =>
      session.attempt(who, `update ${name} set ${quote(column)} = $1`, [value]),
    deleteAll: (who: Identity) => session.attempt(who, `delete from ${name}`),
    /** Adds the affiliate whose access has ended, if that is a condition of deleting. */
    ending: (who: Identity, ended: string) => (table.name === DELETED_AFTER_ENDING ? { ...who, ended } : who),
    deleteOf: (who: Identity, org: string) => session.attempt(who, `delete from ${name} where org_id = $1`, [org]),
    link: (who: Identity, columns: string[], row: Row) => {
      const key = table.primaryKey.filter((column) => column !== "org_id");
      const sets = columns.map((column) => `${quote(column)} = (${record}).${quote(column)}`);
      const where = key.map((column) => `t.${quote(column)} = (${record}).${quote(column)}`);
      return session.attempt(
        who,
        `update ${name} t set ${sets.join(", ")} where ${["true", ...where].join(" and ")}`,
        [row],
        { links: true },
      );
    },
  };
}

async function tryAsStaff(trial: Trial): Promise<void> {
  const { table, a, b, ours, theirs, may, check } = trial;
  const staff = { org: b.orgId };
  const mayWrite = (verb: Verb) => !PORTAL_ALONE_WRITES[table.name]?.includes(verb);
  const none = (outcome: Outcome, verb: Verb) => outcome.count === 0 && outcome.code === (may(verb) ? null : DENIED);

  const seen = await trial.read(staff);
  check(seen.count === ours.length && onlyOf(seen, "org_id", b.orgId), "staff does not see exactly its own", seen);
  check((await trial.count(staff, a.orgId)).count === 0, "foreign rows can be counted");

  const updated = await trial.updateAll(staff);
  const expected = mayWrite("update") ? ours.length : 0;
  check(may("update") ? updated.count === expected : updated.code === DENIED, "update is not its own rows", updated);
  check(none(await trial.updateOf(staff, a.orgId), "update"), "foreign rows can be changed");
  const moved = await trial.set(staff, "org_id", a.orgId);
  check(
    mayWrite("update") ? moved.code === DENIED : moved.count === 0,
    "own rows can be moved to another organization",
    moved,
  );

  const deleted = await trial.deleteAll(trial.ending(staff, b.affiliateIds[0]));
  const held = !trial.session.laboratory && STILL_LINKED.includes(deleted.code ?? "");
  const isEnded = table.name === DELETED_AFTER_ENDING;
  check(
    may("delete") ? held || deleted.count === (isEnded ? 1 : ours.length) : deleted.code === DENIED,
    "delete is not its own",
    deleted,
  );
  const foreignDeleted = await trial.deleteOf(trial.ending(staff, a.affiliateIds[0]), a.orgId);
  check(none(foreignDeleted, "delete"), "foreign rows can be deleted");
  check(!isEnded || none(await trial.deleteAll(staff), "delete"), "rows with access can be deleted");

  const planted = await trial.insert(staff, freshCopy(table, theirs[0]!, byStaff(table)));
  check(planted.code === DENIED, "a row can be inserted into another organization", planted);
  const own = await trial.insert(staff, freshCopy(table, ours[0]!, byStaff(table)));
  check((own.code !== DENIED) === (may("insert") && mayWrite("insert")), "an own row is not treated as granted", own);
  if (AUTHORS[table.name]) {
    const forged = await trial.insert(staff, freshCopy(table, ours[0]!, byAffiliate(table)));
    check(forged.code === DENIED, "staff can insert a row as the affiliate", forged);
  }

  for (const { columns, target, targetColumns } of table.foreignKeys) {
    const linking = columns.filter((column) => column !== "org_id");
    const foreign = a.rows.get(target)?.find((row) => columns.every((_, index) => row[targetColumns[index]!] !== null));
    if (GLOBAL_TABLES.includes(target) || linking.length === 0 || !foreign) continue;
    const link = Object.fromEntries(
      linking.map((column) => written(column, foreign[targetColumns[columns.indexOf(column)]!])),
    );
    // A row without this link may not have one.
    const linkedRow = ours.find((row) => linking.every((column) => row[column] !== null)) ?? ours[0]!;
    const inserted = await trial.insert(staff, freshCopy(table, linkedRow, { ...link, ...byStaff(table) }), {
      links: true,
    });
    const isKey = linking.some((column) => table.primaryKey.includes(column));
    // A copy without a key of its own takes the place of its row; for it the update below is tried.
    if (isKey || hasFreshKey(table))
      check(
        inserted.code === (may("insert") && mayWrite("insert") ? NO_SUCH_KEY : DENIED),
        `a new row links to a foreign ${target}`,
        inserted,
      );
    if (isKey) continue;
    const linked = await trial.link(staff, Object.keys(link), { ...linkedRow, ...link });
    const isKept = mayWrite("update") ? linked.code === (may("update") ? NO_SUCH_KEY : DENIED) : linked.count === 0;
    check(isKept, `a row can be linked to a foreign ${target}`, linked);
  }
}

/** Returns the column and value that link to a row; a generated column follows from another one. */
const written = (column: string, id: unknown): [string, unknown] =>
  column === "receipt_file" ? ["receipt_url", `file:${String(id)}`] : [column, id];

async function tryWithoutOrganization({ check, ...trial }: Trial): Promise<void> {
  const nobody = { org: null };
  check((await trial.read(nobody)).count === 0, "rows are seen without an organization");
  check((await trial.updateAll(nobody)).count === 0, "rows are changed without an organization");
  const deleted = await trial.deleteAll(trial.ending(nobody, trial.a.affiliateIds[0]));
  check(deleted.count === 0, "rows are deleted without an organization");
  const inserted = await trial.insert(nobody, freshCopy(trial.table, trial.theirs[0]!));
  check(inserted.code === DENIED, "a row is inserted without an organization", inserted);
}

async function tryAsAffiliate(trial: Trial): Promise<void> {
  const { table, a, b, ours, theirs, check, may } = trial;
  const [self, other] = b.affiliateIds;
  const me = { org: b.orgId, affiliate: self };
  const column = PORTAL_READS[table.name];
  const writes = PORTAL_WRITES[table.name] ?? [];
  const isShown = PORTAL_PARTS[table.name] ?? (() => true);
  const mine =
    column === undefined ? [] : ours.filter((row) => [self, b.orgId].includes(String(row[column])) && isShown(row));
  const others = column === undefined ? [] : ours.filter((row) => !mine.includes(row));
  if (column && (mine.length === 0 || (others.length === 0 && column !== "org_id"))) {
    check(false, "there are no rows of two affiliates to try with");
    return;
  }
  const refused = ({ code, count }: Outcome, verb: Verb) =>
    may(verb) ? code === null && count === 0 : code === DENIED;

  const seen = await trial.read(me);
  const exactly = column ? onlyOf(seen, column, column === "org_id" ? b.orgId : self) : true;
  check(seen.count === mine.length && exactly, "an affiliate does not see exactly what is theirs", seen);
  const impostor = await trial.read({ org: b.orgId, affiliate: a.affiliateIds[0] });
  check(
    impostor.count === (column === "org_id" ? mine.length : 0),
    "an affiliate of another organization sees rows",
    impostor,
  );

  const updated = await trial.updateAll(me);
  if (writes.includes("update")) {
    check(updated.count === mine.length, "an affiliate cannot update exactly their own", updated);
    check(
      (await trial.set(me, "org_id", a.orgId)).code === DENIED,
      "an affiliate can move rows to another organization",
    );
    check((await trial.set(me, column!, other)).code === DENIED, "an affiliate can hand rows to another affiliate");
  } else {
    check(refused(updated, "update"), "an affiliate can update", updated);
  }
  check(refused(await trial.deleteAll(trial.ending(me, self)), "delete"), "an affiliate can delete");

  const template = mine[0] ?? ours[0]!;
  const own = column ? { [column]: template[column], ...byAffiliate(table) } : {};
  const inserted = await trial.insert(me, freshCopy(table, template, own));
  check((inserted.code !== DENIED) === writes.includes("insert"), "an affiliate's insert is not as designed", inserted);
  const foreign = await trial.insert(
    me,
    freshCopy(table, theirs[0]!, column === "affiliate_id" ? { [column]: self, ...byAffiliate(table) } : {}),
  );
  check(foreign.code === DENIED, "an affiliate can insert into another organization", foreign);
  if (AUTHORS[table.name]) {
    const forged = await trial.insert(me, freshCopy(table, mine[0]!, { ...own, ...byStaff(table) }));
    check(forged.code === DENIED, "an affiliate can insert a row as staff", forged);
  }
  if (column === "affiliate_id") {
    for (const owner of [other, null]) {
      const forged = await trial.insert(me, freshCopy(table, mine[0]!, { [column]: owner, ...byAffiliate(table) }));
      check(forged.code === DENIED, `an affiliate can insert for ${owner ? "another" : "nobody"}`, forged);
    }
  }
}

/** Returns who has added a row, for tables that say so. */
const author = ({ name }: Table, by: string | null): Row => (AUTHORS[name] ? { [AUTHORS[name]]: by } : {});
const byStaff = (table: Table) => author(table, randomUUID());
const byAffiliate = (table: Table) => author(table, null);

function onlyOf({ rows }: Outcome, column: string, value: string): boolean {
  return rows.every(({ row }) => (row as Row)[column] === value);
}
