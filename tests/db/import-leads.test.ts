import { beforeAll, expect, test } from "vitest";
import { startImport } from "~/domain/imports/change-import.server";
import { listImportRows, listRemarks } from "~/domain/imports/list-import-rows.server";
import { readImport, type Import } from "~/domain/imports/read-import.server";
import { listUnknownAffiliates, unknownAffiliate } from "~/domain/imports/unknown-affiliates.server";
import { stepImport } from "~/domain/imports/step-import.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { goThrough, importedFile, type InScope } from "../factories/imports";
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

const start = (id: string) =>
  inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }));
const rowsOf = (id: string) =>
  inScope(async (scope) => {
    const run = await readImport(scope, "leads", id);
    return (await listImportRows(scope, run!, { cursor: null })).rows;
  });
const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await db.ownerPool.query<T>(sql, values)).rows;

test("[API-04] a file sets the status of each lead, and data that is not imported is remarked", async () => {
  const file = [
    "Firma;Vorname;Name;E-Mail;Telefon;Status;Verlustgrund;Affiliate;Affiliate E-Mail",
    `Q;Ada;Q;q@status.example;4,91512E+11;Qualifiziert;;;${affiliate.email}`,
    "L;Ada;L;l@status.example;#NV;verloren;Zu teuer;Vogel Beratung;",
    "K;Ada;K;k@status.example;040;kontaktiert;;Vogel Beratung;nobody@partner.example",
    "W;Ada;W;w@status.example;;Closed Won;;;",
    "U;Ada;U;u@status.example;;Irgendwas;;;",
    "N;Ada;#NV;n@status.example;;neu;;;",
  ].join("\n");
  const id = await importedFile(inScope, "leads", file);
  const remarks = await inScope(async (scope) => listRemarks(scope, (await readImport(scope, "leads", id))!));
  expect(remarks).toEqual([
    { field: "phone", reason: "import_cell_damaged", rows: 2 },
    { field: "status", reason: 'import_status_unknown|{"value":"Irgendwas"}', rows: 1 },
    { field: "status", reason: "import_status_won", rows: 1 },
  ]);
  await start(id);
  await goThrough(inScope, id);
  const leads = await query<Record<string, unknown>>(
    `select company_name as company, contact_person as contact, phone, status, affiliate_id is not null as owned,
       qualified_on is not null as qualified, lost_on is not null as lost
     from lead where email like '%@status.example' order by company_name`,
  );
  const lead = { contact: "", phone: null, owned: false, qualified: false, lost: false };
  expect(leads).toEqual([
    { ...lead, company: "K", contact: "Ada K", phone: "040", status: "contacted", owned: true },
    { ...lead, company: "L", contact: "Ada L", status: "lost", owned: true, lost: true },
    { ...lead, company: "Q", contact: "Ada Q", status: "qualified", owned: true, qualified: true },
    { ...lead, company: "U", contact: "Ada U", status: "new" },
    { ...lead, company: "W", contact: "Ada W", status: "qualified", qualified: true },
  ]);
  const rows = await rowsOf(id);
  expect(rows.at(-1)).toMatchObject({
    outcome: "wrong",
    problems: [{ field: "contact_person", reason: "import_cell_damaged" }],
  });
  const lost = rows.find(({ values }) => values["company_name"] === "L");
  const history = await inScope((scope) => readLeadHistory(scope, lost!.recordId!));
  expect(history).toMatchObject([{ kind: "imported" }, { kind: "lost", reason: "Zu teuer" }]);
  // It happened elsewhere, so no affiliate is notified.
  expect(await query("select 1 from notification where type = 'lead_lost' and org_id = $1", [org.orgId])).toEqual([]);
});

test("[API-04] two concurrent imports of one file and a lead added meanwhile create each address once", async () => {
  const file = "Firma;Kontakt;E-Mail\nEins;A;once@kunde.example\nZwei;B;twice@kunde.example";
  const [one, other] = [await importedFile(inScope, "leads", file), await importedFile(inScope, "leads", file)];
  for (const id of [one, other]) await start(id);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let isWritten = () => {};
  const written = new Promise<void>((resolve) => (isWritten = resolve));
  const first = inScope(async (scope) => {
    await stepImport(scope, one, 0);
    isWritten();
    await held;
  });
  await written;
  const waiting = [goThrough(inScope, other), addedLead(db.database, org, { email: "meanwhile@kunde.example" })].map(
    (work) => work.then(() => "done"),
  );
  const pause = new Promise((resolve) => setTimeout(resolve, 300, "waits"));
  expect(await Promise.all(waiting.map((work) => Promise.race([work, pause])))).toEqual(["waits", "waits"]);
  goOn();
  await Promise.all([first, ...waiting]);
  expect((await rowsOf(other)).map(({ outcome }) => outcome)).toEqual(["duplicate", "duplicate"]);
  const leads = await query("select 1 from lead where email in ('once@kunde.example', 'twice@kunde.example')");
  expect(leads).toHaveLength(2);
});

test("[API-04] a damaged cell for the affiliate makes a row wrong, unless another column names them", async () => {
  const file = [
    "Firma;Kontakt;E-Mail;Affiliate;Affiliate E-Mail",
    "A;K;d1@damage.example;#NV;",
    `B;K;d2@damage.example;#REF!;${affiliate.email}`,
    "C;K;d3@damage.example;Vogel Beratung;#####",
    "D;K;d4@damage.example;;",
  ].join("\n");
  const id = await importedFile(inScope, "leads", file);
  const damaged = { field: "affiliate", reason: "import_cell_damaged" };
  expect((await rowsOf(id)).map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ["wrong", [damaged]],
    ["ready", [damaged]],
    ["ready", [damaged]],
    ["ready", []],
  ]);
  await start(id);
  await goThrough(inScope, id);
  const leads = await query(
    "select company_name as name, affiliate_id is not null as owned from lead where email like '%@damage.example' order by 1",
  );
  expect(leads).toEqual([
    { name: "B", owned: true },
    { name: "C", owned: true },
    { name: "D", owned: false },
  ]);
});

test("[API-04] unknown affiliates in rows are listed once, by email address if there is one", async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `U${at};Ada;u${at}@many.example;;Fremd ${at};`);
  const file = [
    "Firma;Kontakt;E-Mail;Affiliate E-Mail;Affiliate;Affiliate-ID",
    "A;Ada;a@many.example;X@fremd.example;Xaver;17",
    "B;Ada;b@many.example;x@fremd.example;Xaver;",
    "C;;c@many.example;x@fremd.example;;",
    "D;Ada;d@many.example;;Vogel Beratung;18",
    ...rows,
  ].join("\n");
  const id = await importedFile(inScope, "leads", file);
  const read = async (run: Promise<Import | null>) =>
    inScope(async (scope) => listUnknownAffiliates(scope, (await run)!));
  const unknown = await read(inScope((scope) => readImport(scope, "leads", id)));
  expect(unknown).toMatchObject({
    rows: 15,
    alone: 14,
    names: { length: 10, 0: "X@fremd.example" },
    more: 3,
  });
  const others = await inScope(async (scope) =>
    listImportRows(scope, (await readImport(scope, "leads", id))!, {
      cursor: null,
      outcome: "wrong",
      except: unknownAffiliate,
    }),
  );
  expect(others.rows.map(({ line }) => line)).toEqual([4]);
  const known = await importedFile(inScope, "leads", "Firma;Kontakt;E-Mail;Affiliate\nA;Ada;e@many.example;");
  expect(await read(inScope((scope) => readImport(scope, "leads", known)))).toBeNull();
});
