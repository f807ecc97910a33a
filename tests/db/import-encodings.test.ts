import { beforeAll, expect, test } from "vitest";
import { chooseColumns, startImport } from "~/domain/imports/change-import.server";
import { decoded, type ByteEncoding } from "~/domain/imports/encodings";
import { listImportRows } from "~/domain/imports/list-import-rows.server";
import { readImport } from "~/domain/imports/read-import.server";
import { action, loader } from "~/routes/_app.import.$kind_.$importId/route";
import { stageFile } from "~/server/imports/stage-file.server";
import { goThrough, inPieces, type InScope } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { encoded } from "../support/encoded";
import { call, cookieOf, useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let inScope: InScope;
let cookie: string;

beforeAll(async () => {
  org = await createOrg(db.database);
  inScope = (use) => asOwner(db.database, org, use);
  cookie = await cookieOf(db, org.owner);
});

const text = "Société;Vorname;Nachname;E-Mail\nBäckerei Grün;Jürgen;Groß;gruen@kunde.example\n";

const bytesIn = (encoding: ByteEncoding) => encoded(text, encoding);

const staged = (bytes: Buffer) => stageFile(inScope, { kind: "leads", name: "Liste.csv", bytes: inPieces(bytes, 7) });
const runOf = async (id: string) => (await inScope((scope) => readImport(scope, "leads", id)))!;
const valuesOf = (id: string) =>
  inScope(async (scope) => {
    const run = (await readImport(scope, "leads", id))!;
    return (await listImportRows(scope, run, { cursor: null })).rows[0]!.values;
  });

const right = { company_name: "Bäckerei Grün", contact_person: "Jürgen Groß", email: "gruen@kunde.example" };

test.each([
  ["utf-8", Buffer.from(text)],
  ["utf-8", Buffer.from(`\ufeff${text}`)],
  ["utf-16le", Buffer.from(text, "utf16le")],
  ["utf-16be", Buffer.from(text, "utf16le").swap16()],
  ["windows-1252", bytesIn("windows-1252")],
  ["macintosh", bytesIn("macintosh")],
  ["ibm850", bytesIn("ibm850")],
])("[API-04] a file in %s is decoded as it was written", async (encoding, bytes) => {
  const id = await staged(bytes);
  expect(await runOf(id)).toMatchObject({ encoding, header: ["Société", "Vorname", "Nachname", "E-Mail"] });
  expect(await valuesOf(id)).toMatchObject(right);
});

test("[API-04] [PE-01] a wrongly decoded file is decoded again with titles and columns, before anything is created", async () => {
  const id = await staged(bytesIn("macintosh"));
  const path = `/import/leads/${id}`;
  const params = { kind: "leads", importId: id };
  const readAs = (encoding: string) => call(action, path, { form: { intent: "encoding", encoding }, cookie, params });
  expect(await readAs("windows-1252")).toMatchObject({ status: 302, to: path });
  expect(await runOf(id)).toMatchObject({ encoding: "windows-1252", status: "columns" });
  expect((await valuesOf(id))["company_name"]).toBeUndefined();
  const wrong = await call(loader, path, { cookie, params });
  expect(JSON.stringify(wrong.body)).toContain(decoded(bytesIn("macintosh"), "windows-1252").slice(0, 7));
  // After a check, decoding again clears its results.
  const titles = { company_name: [0], contact_person: [1, 2], email: [3] };
  await inScope((scope) => chooseColumns(scope, id, titles));
  await goThrough(inScope, id);
  expect(await readAs("macintosh")).toMatchObject({ status: 302 });
  expect(await runOf(id)).toMatchObject({ encoding: "macintosh", status: "columns", columns: titles });
  expect(await valuesOf(id)).toMatchObject(right);
  expect(await readAs("utf-8")).toMatchObject({ status: 422 });
  await inScope((scope) => chooseColumns(scope, id, titles));
  await goThrough(inScope, id);
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }));
  await goThrough(inScope, id);
  const { rows } = await db.ownerPool.query("select company_name from lead where org_id = $1", [org.orgId]);
  expect(rows).toEqual([{ company_name: "Bäckerei Grün" }]);
  expect((await readAs("ibm850")).status).not.toBe(302);
  expect(await runOf(id)).toMatchObject({ encoding: "macintosh", status: "done" });
});

test("[API-04] [ORG-07] another organization cannot change the encoding, and UTF-8 has no alternative", async () => {
  const id = await staged(bytesIn("macintosh"));
  const other = await createOrg(db.database);
  const theirs = await cookieOf(db, other.owner);
  const form = { intent: "encoding", encoding: "ibm850" };
  const params = { kind: "leads", importId: id };
  const refused = await call(action, `/import/leads/${id}`, { form, cookie: theirs, params });
  expect(refused.status).not.toBe(302);
  expect(await runOf(id)).toMatchObject({ encoding: "macintosh" });
  const plain = await staged(Buffer.from(text));
  const none = await call(action, `/import/leads/${plain}`, {
    form,
    cookie,
    params: { ...params, importId: plain },
  });
  expect(none.status).not.toBe(302);
  expect(await valuesOf(plain)).toMatchObject(right);
});
