import { beforeAll, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { startImport } from "~/domain/imports/change-import.server";
import { countOutcomes, readImport } from "~/domain/imports/read-import.server";
import { previewUndo, undoImport } from "~/domain/imports/undo-import.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { mergeLeads } from "~/domain/leads/merge-leads.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { saveTermsSchema } from "~/domain/terms/term.schema";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { noted } from "../factories/conversation";
import { goThrough, importedFile, type InScope } from "../factories/imports";
import { assigned, planned } from "../factories/lead-work";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();
let org: Org;
let inScope: InScope;

beforeAll(async () => {
  org = await createOrg(db.database);
  inScope = (use) => asOwner(db.database, org, use);
});

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await db.ownerPool.query<T>(sql, values)).rows;

async function created(kind: "leads" | "affiliates", file: string): Promise<string> {
  const id = await importedFile(inScope, kind, file);
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }));
  await goThrough(inScope, id);
  return id;
}

const undone = async (id: string) => {
  await inScope((scope) => undoImport(scope, id));
  await goThrough(inScope, id);
  return inScope((scope) => countOutcomes(scope, id));
};

test("[API-04] an import is undone as a whole, and changed leads stay and are named", async () => {
  const file = [
    "Firma;Kontakt;E-Mail;Status",
    "a;A;a@undo.example;neu",
    "b;B;b@undo.example;qualifiziert",
    "c;C;c@undo.example;verloren",
    "d;D;d@undo.example;",
    "e;E;falsch;",
    "f;F;f@undo.example;",
  ].join("\n");
  const id = await created("leads", file);
  const leads = await query<{ id: string; email: string }>("select id, email from lead where org_id = $1", [org.orgId]);
  const idOf = (email: string) => leads.find((lead) => lead.email === email)!.id;
  await inScope((scope) => moveLeads(scope, { leadIds: [idOf("d@undo.example")], to: "qualified" }));
  const preview = await inScope(async (scope) => previewUndo(scope, (await readImport(scope, "leads", id))!));
  expect(preview).toEqual({ created: 5, kept: 1 });
  // The undo waits for a concurrent change of a lead, which then stays.
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let isWritten = () => {};
  const written = new Promise<void>((resolve) => (isWritten = resolve));
  const changing = inScope(async (scope) => {
    await moveLeads(scope, { leadIds: [idOf("f@undo.example")], to: "lost", reason: "x" });
    isWritten();
    await held;
  });
  await written;
  const undoing = undone(id);
  await new Promise((resolve) => setTimeout(resolve, 200));
  goOn();
  await changing;
  expect(await undoing).toEqual({ ready: 0, created: 2, wrong: 1, duplicate: 0, undone: 3 });
  expect(await query("select email from lead where org_id = $1 order by email", [org.orgId])).toEqual([
    { email: "d@undo.example" },
    { email: "f@undo.example" },
  ]);
  // The organization's aggregates are correct.
  const sums = await query<{ count: string }>(
    "select sum(count) as count from aggregate where org_id = $1 and kind = 'lead' and affiliate_id is null",
    [org.orgId],
  );
  expect(Number(sums[0]!.count)).toBe(2);
  expect(await inScope((scope) => readImport(scope, "leads", id))).toMatchObject({ status: "undone" });
  const entries = await inScope(async (scope) => (await listAudit(scope, { cursor: null })).rows);
  expect(entries.find(({ action }) => action === "list.undo_import")).toMatchObject({
    data: { list: "leads", file: "Liste.csv", undone: 3, kept: 2 },
  });
  // Pressing the button again has no further effect.
  const before = await db.jobs("import.step");
  await inScope((scope) => undoImport(scope, id));
  expect(await db.jobs("import.step")).toEqual(before);
  expect(await inScope((scope) => readImport(scope, "leads", id))).toMatchObject({ status: "undone" });
  // The same file can be imported again; kept leads are duplicates.
  const again = await importedFile(inScope, "leads", file);
  expect(await inScope((scope) => countOutcomes(scope, again))).toMatchObject({ ready: 3, duplicate: 2 });
  await expect(inScope((scope) => undoImport(scope, again))).rejects.toMatchObject({ code: "import_state" });
});

test("[WORK-11] leads that something builds on stay with the reason, and a deleted one is not missed", async () => {
  const names = ["noted", "kept", "merged", "deleted", "free"];
  const file = ["Firma;Kontakt;E-Mail", ...names.map((name) => `${name};X;${name}@builds.example`)].join("\n");
  const id = await created("leads", file);
  const leads = await query<{ id: string; email: string }>("select id, email from lead where email like '%@builds%'");
  const idOf = (name: string) => leads.find(({ email }) => email.startsWith(name))!.id;
  await noted(db.database, org, idOf("noted"), { text: "Call again" });
  await inScope((scope) =>
    mergeLeads(scope, { leadId: idOf("kept"), otherId: idOf("merged"), taken: {} }, () => "Merged"),
  );
  await inScope((scope) => deleteLead(scope, { leadId: idOf("deleted"), reason: null }));
  const preview = await inScope(async (scope) => previewUndo(scope, (await readImport(scope, "leads", id))!));
  expect(preview).toEqual({ created: 5, kept: 3 });
  expect(await undone(id)).toMatchObject({ created: 3, undone: 2 });
  const rows = await query<{ email: string; problems: { reason: string }[] }>(
    "select email, problems from import_row where import_id = $1 and outcome = 'created' order by number",
    [id],
  );
  expect(rows.map(({ email, problems }) => [email.split("@")[0], problems[0]!.reason])).toEqual([
    ["noted", "import_kept_conversation"],
    ["kept", "import_kept_merged"],
    ["merged", "import_kept_merged"],
  ]);
  expect(await query("select text from lead_note where text = 'Call again'")).toHaveLength(1);
});

test("[WORK-07] imported leads with a next step or a responsible member since stay", async () => {
  const id = await created("leads", "Firma;Kontakt;E-Mail\ng;G;g@undo.example\nh;H;h@undo.example\ni;I;i@undo.example");
  const rows = await query<{ id: string; email: string }>(
    "select id, email from lead where org_id = $1 and email ~ '^[ghi]@' order by email",
    [org.orgId],
  );
  const [stepped, given] = rows.map((row) => row.id);
  await planned(db.database, org, stepped!, "Call them");
  await assigned(db.database, org, [given!], org.owner.userId);
  expect(await undone(id)).toMatchObject({ created: 2, undone: 1 });
  expect(
    await query("select email from lead where org_id = $1 and email ~ '^[ghi]@' order by email", [org.orgId]),
  ).toEqual([{ email: "g@undo.example" }, { email: "h@undo.example" }]);
});

test("[API-04] affiliates of an undone import are deleted, except those with other data", async () => {
  const id = await created("affiliates", "Name;E-Mail\nAda;ada@undo.example\nBob;bob@undo.example");
  const [bob] = await query<{ id: string }>("select id from affiliate where email = 'bob@undo.example'");
  await inScope((scope) =>
    saveTerms(
      scope,
      saveTermsSchema.parse({ affiliate_id: bob!.id, rev_share_percent: "10", start_date: "2030-01-01" }),
    ),
  );
  expect(await undone(id)).toMatchObject({ created: 1, undone: 1 });
  const rows = await query("select email from affiliate where email like '%@undo.example'");
  expect(rows).toEqual([{ email: "bob@undo.example" }]);
});
