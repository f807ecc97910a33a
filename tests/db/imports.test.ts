import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { cancelImport, chooseColumns, startImport } from "~/domain/imports/change-import.server";
import { listImportRows } from "~/domain/imports/list-import-rows.server";
import { countOutcomes, readImport } from "~/domain/imports/read-import.server";
import { stepImport } from "~/domain/imports/step-import.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import type { Scope } from "~/domain/shared/scope";
import { stageFile } from "~/server/imports/stage-file.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { goThrough, importedFile, inPieces, type InScope } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();
let org: Org;
let affiliate: Affiliate;
let inScope: InScope;

beforeAll(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Vogel Beratung" });
  inScope = (use) => asOwner(db.database, org, use);
});

const start = (id: string, choice: { keepsDuplicates?: boolean; invites?: boolean } = {}) =>
  inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, ...choice, language: "de" }));
const rowsOf = (id: string, kind = "leads") =>
  inScope(async (scope) => {
    const run = await readImport(scope, kind, id);
    return (await listImportRows(scope, run!, { cursor: null })).rows;
  });
const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await db.ownerPool.query<T>(sql, values)).rows;

test("[API-04] a file of a German Excel is checked like its form, and every row is created once", async () => {
  const file = readFileSync(new URL("../fixtures/leads-excel-deutsch.csv", import.meta.url));
  // As Excel writes it: Windows-1252, semicolons.
  expect(file.includes(Buffer.from([0xfc]))).toBe(true);
  const id = await importedFile(inScope, "leads", file);
  const run = await inScope((scope) => readImport(scope, "leads", id));
  expect(run).toMatchObject({ status: "checked", rows: 7 });
  const rows = await rowsOf(id);
  expect(rows.map(({ line, outcome, problems }) => [line, outcome, problems.map(({ reason }) => reason)])).toEqual([
    [2, "ready", []],
    [4, "ready", []],
    [6, "wrong", ["email_invalid"]],
    [7, "wrong", ["contact_required", "import_affiliate_unknown"]],
    [8, "duplicate", ['import_duplicate_line|{"line":2}']],
    [9, "wrong", ["import_too_many_cells"]],
    [10, "ready", []],
  ]);
  // Nothing is created before the import is started.
  expect(await query("select 1 from lead where org_id = $1", [org.orgId])).toEqual([]);
  await start(id);
  await goThrough(inScope, id);
  const leads = await query<{ affiliate_id: string | null }>(
    `select company_name, contact_person, phone, notes, affiliate_id, status
     from lead join import_row on import_row.org_id = lead.org_id and record_id = lead.id
     where lead.org_id = $1 order by number`,
    [org.orgId],
  );
  expect(leads).toEqual([
    {
      company_name: "Müller & Söhne GmbH",
      contact_person: "Jürgen Groß",
      phone: "+49 40 123",
      notes: "Zeile 1\r\nZeile 2; „mit“ €",
      affiliate_id: affiliate.affiliateId,
      status: "new",
    },
    {
      company_name: "Weiß AG",
      contact_person: "Änne Öz",
      phone: null,
      notes: null,
      affiliate_id: null,
      status: "new",
    },
    {
      company_name: "Kurz KG",
      contact_person: "Uwe",
      phone: null,
      notes: null,
      affiliate_id: null,
      status: "new",
    },
  ]);
  expect(await inScope((scope) => countOutcomes(scope, id))).toEqual({
    ready: 0,
    created: 3,
    wrong: 3,
    duplicate: 1,
    undone: 0,
  });
});

test('[API-04] an import has one audit entry with counts and a step per lead, whose history says "imported"', async () => {
  const id = await importedFile(inScope, "leads", "Company,Contact,E-mail\nLog,L,log@kunde.example");
  await start(id);
  await goThrough(inScope, id);
  const [entry] = await inScope(async (scope) => (await listAudit(scope, { cursor: null })).rows);
  expect(entry).toMatchObject({
    id,
    action: "list.import",
    steps: 1,
    data: { list: "leads", file: "Liste.csv", created: 1, wrong: 0, duplicate: 0 },
  });
  const [row] = await rowsOf(id);
  const history = await inScope((scope) => readLeadHistory(scope, row!.recordId!));
  expect(history).toMatchObject([{ kind: "imported", by: { kind: "member" } }]);
});

test("[API-04] duplicates are skipped, or created on request, and stored ones are found in any order", async () => {
  const file = "Firma;Kontakt;E-Mail\nEins;A;same@kunde.example\nZwei;B;SAME@kunde.example";
  const skipping = await importedFile(inScope, "leads", file);
  await start(skipping);
  await goThrough(inScope, skipping);
  expect((await rowsOf(skipping)).map(({ outcome }) => outcome)).toEqual(["created", "duplicate"]);
  const creating = await importedFile(inScope, "leads", file);
  expect((await rowsOf(creating)).map(({ problems }) => problems[0]?.reason)).toEqual([
    "import_duplicate_leads",
    'import_duplicate_line|{"line":2}',
  ]);
  await start(creating, { keepsDuplicates: true });
  await goThrough(inScope, creating);
  expect(await query("select 1 from lead where email = 'same@kunde.example'")).toHaveLength(3);
});

test("[API-04] a crashed step leaves nothing, and a repeated one creates nothing twice", async () => {
  const lines = Array.from({ length: 1_200 }, (_, index) => `F${index},K,dies${index}@kunde.example`);
  const id = await importedFile(inScope, "leads", ["Company,Contact,Email", ...lines].join("\n"));
  await start(id);
  const step = (position: number) => inScope((scope) => stepImport(scope, id, position));
  const count = async () =>
    (await query("select 1 from lead where org_id = $1 and email like 'dies%'", [org.orgId])).length;
  const next = await step(0);
  expect(await count()).toBe(500);
  const dying = inScope(async (scope) => {
    await stepImport(scope, id, next!);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
  expect(await count()).toBe(500);
  // The earlier job runs again, concurrently with the one that takes over.
  expect(await Promise.all([step(0), step(next!), step(next!)])).toContain(1_000);
  await step(1_000);
  await step(1_200);
  expect(await count()).toBe(1_200);
  expect(await inScope((scope) => readImport(scope, "leads", id))).toMatchObject({ status: "done" });
  const ids = await query<{ record_id: string }>("select record_id from import_row where import_id = $1", [id]);
  expect(new Set(ids.map(({ record_id }) => record_id)).size).toBe(1_200);
});

test("[API-04] an import discarded before its start leaves nothing", async () => {
  const id = await importedFile(inScope, "leads", "Company,Contact,Email\nWeg,K,weg@kunde.example");
  expect(await inScope((scope) => cancelImport(scope, id))).toBeNull();
  expect(await inScope((scope) => scope.db.importRun.count({ where: { id } }))).toBe(0);
  expect(await inScope((scope) => scope.db.importRow.count({ where: { importId: id } }))).toBe(0);
});

test("[API-04] an import canceled halfway keeps created records and creates no more", async () => {
  const lines = Array.from({ length: 600 }, (_, index) => `F${index},K,stop${index}@kunde.example`);
  const id = await importedFile(inScope, "leads", ["Company,Contact,Email", ...lines].join("\n"));
  await start(id);
  await inScope((scope) => stepImport(scope, id, 0));
  expect(await inScope((scope) => cancelImport(scope, id))).toBe(500);
  expect(await inScope((scope) => stepImport(scope, id, 500))).toBeNull();
  expect(await inScope((scope) => countOutcomes(scope, id))).toMatchObject({ created: 500, ready: 100 });
  await expect(start(id)).rejects.toMatchObject({ code: "import_state" });
  await expect(inScope((scope) => cancelImport(scope, id))).rejects.toMatchObject({ code: "import_state" });
  const [entry] = await inScope(async (scope) => (await listAudit(scope, { cursor: null })).rows);
  expect(entry).toMatchObject({ id, data: { created: 500, left: 100, cancelled: true } });
});

test("[API-04] affiliates are invited only on request, and emailed once", async () => {
  const file = (name: string) => `Name;E-Mail\n${name};${name}@partner.example\nX;${affiliate.email}`;
  const silent = await importedFile(inScope, "affiliates", file("leise"));
  await start(silent);
  await goThrough(inScope, silent);
  await db.runJobs();
  db.mails.splice(0);
  expect((await rowsOf(silent, "affiliates")).map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ["created", []],
    ["duplicate", [{ field: "email", reason: "import_duplicate_affiliates" }]],
  ]);
  const loud = await importedFile(inScope, "affiliates", file("laut"));
  await start(loud, { invites: true });
  await goThrough(inScope, loud);
  await query("update graphile_worker._private_jobs set run_at = now()");
  await db.runJobs();
  expect(db.mails.map(({ to }) => to.address)).toEqual(["laut@partner.example"]);
  expect(
    await query("select name, status from affiliate where email like '%@partner.example' order by name"),
  ).toMatchObject([{ name: "laut" }, { name: "leise", status: "invited" }]);
});

test("[API-04] invitations are delayed by the number of earlier invitations, not by their row", async () => {
  const wrong = Array.from({ length: 20 }, (_, index) => `Falsch${index};nichts`);
  const good = ["eins", "zwei"].map((name) => `${name};${name}@takt.example`);
  const id = await importedFile(inScope, "affiliates", ["Name;E-Mail", ...wrong, ...good].join("\n"));
  // Two affiliates whom an earlier step has created.
  await query("update import_row set outcome = 'created' where import_id = $1 and number <= 2", [id]);
  await start(id, { invites: true });
  await query("delete from graphile_worker._private_jobs");
  await goThrough(inScope, id);
  const waits = await query<{ ms: number }>(
    `select round(extract(epoch from run_at - affiliate.created_at) * 1000)::int as ms
     from graphile_worker._private_jobs job join affiliate on job.payload->>'affiliate_id' = affiliate.id::text
     where email like '%@takt.example' order by run_at`,
  );
  expect(waits).toEqual([{ ms: 600 }, { ms: 800 }]);
});

test("[API-04] [HOOK-01] imported leads are sent to the webhook, if there is one", async () => {
  const emitted = async () => (await db.jobs("webhook.emit")).length;
  const many = (name: string) =>
    ["Company,Contact,Email", ...[1, 2, 3].map((one) => `W,K,${name}${one}@kunde.example`)].join("\n");
  const bring = async (name: string) => {
    const id = await importedFile(inScope, "leads", many(name));
    await start(id);
    await goThrough(inScope, id);
  };
  await query("delete from graphile_worker._private_jobs");
  await bring("unheard");
  expect(await emitted()).toBe(0);
  await inScope((scope) =>
    saveWebhook(
      scope,
      { url: "https://webhook.site/other", events: ["deal.created", "lead.created"] },
      db.context.webhooks,
    ),
  );
  await bring("heard");
  expect(await emitted()).toBe(3);
});

test("[API-04] [ORG-07] another organization and an affiliate cannot see an import", async () => {
  const id = await importedFile(inScope, "leads", "Company,Contact,Email\nA,B,secret@kunde.example");
  const other = await createOrg(db.database);
  const seen = (scope: Scope) => scope.db.importRow.count();
  expect(await asOwner(db.database, other, (scope) => readImport(scope, "leads", id))).toBeNull();
  expect(await asOwner(db.database, other, seen)).toBe(0);
  await expect(asOwner(db.database, other, (scope) => cancelImport(scope, id))).rejects.toMatchObject({
    code: "not_found",
  });
  const actor = { kind: "affiliate", userId: affiliate.userId, affiliateId: affiliate.affiliateId } as const;
  await expect(db.database.withOrg(org.orgId, actor, (scope) => readImport(scope, "leads", id))).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await db.database.withOrg(org.orgId, actor, seen)).toBe(0);
});

test("[API-04] a file that breaks halfway leaves nothing, and unknown columns are rejected", async () => {
  const before = await query("select id from import_run");
  const broken = ["Company,Contact,Email", ...Array(3_000).fill("a,b,c@d.example"), '"open,b,c'].join("\n");
  await expect(
    stageFile(inScope, { kind: "leads", name: "x.csv", bytes: inPieces(broken, 1_000) }),
  ).rejects.toMatchObject({ code: "import_file_broken", params: { line: 3_002 } });
  expect(await query("select id from import_run")).toEqual(before);
  const id = await stageFile(inScope, {
    kind: "leads",
    name: "x.csv",
    bytes: inPieces("Email\na@b.example"),
  });
  const columns = { company_name: [0], contact_person: [1], email: [2] };
  await expect(inScope((scope) => chooseColumns(scope, id, columns))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("[API-04] choosing other columns clears the results of the last check", async () => {
  const id = await importedFile(inScope, "leads", "Company,Contact,Email\nA,B,cleared@customer.example\nC,D,none");
  const results = () => query("select outcome, email from import_row where import_id = $1 order by number", [id]);
  expect(await results()).toEqual([
    { outcome: "ready", email: "cleared@customer.example" },
    { outcome: "wrong", email: null },
  ]);
  await inScope((scope) => chooseColumns(scope, id, { company_name: [0], contact_person: [1], email: [0] }));
  // An erasure would empty a row by an address that its columns no longer give.
  const none = { outcome: null, email: null };
  expect(await results()).toEqual([none, none]);
});

test("[API-04] the rows of a file are deleted after a week", async () => {
  const id = await importedFile(inScope, "leads", "Company,Contact,Email\nA,B,old@kunde.example");
  const prune = async (age: string) => {
    await query("update import_run set created_at = now() - $2::interval where id = $1", [id, age]);
    await query("select graphile_worker.add_job('identity.prune')");
    await db.runJobs();
    return query("select 1 from import_row where import_id = $1", [id]);
  };
  expect(await prune("6 days")).toHaveLength(1);
  expect(await prune("8 days")).toEqual([]);
});
