import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { createInstance } from "i18next";
import { beforeEach, describe, expect, it } from "vitest";
import { archivedTables, tablesOfOrganization } from "~/domain/archive/tables";
import { listAudit } from "~/domain/audit/list-audit.server";
import { i18nOptions, loadTexts } from "~/i18n/languages";
import { action as confirm, loader as dialog } from "~/routes/_app.settings.data.archive";
import { loader as section } from "~/routes/_app.settings.data/route";
import { loader as zip } from "~/routes/settings_.archive[.]zip";
import { startArchive } from "~/server/exports/archive.server";
import { addMember, asOwner, type Org } from "../factories/organizations";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { cookiesOf, PASSWORD, usePasskeys } from "../support/passkey-person";
import { readTables, tenantTables } from "../support/tenancy/catalog";
import { populate } from "../support/tenancy/world";
import { unzip } from "../support/unzip";
import { call } from "../support/web";
import { roleOf } from "../../cli/migrate";

const db = useDatabase();
const { people, password } = usePasskeys(db);

interface Manifest {
  organization: { id: string; name: string };
  files: { name: string; rows: number; bytes: number; sha256: string }[];
}

async function archiveOf(org: Org): Promise<{ files: Map<string, Buffer>; manifest: Manifest }> {
  const i18n = createInstance();
  await i18n.init({ ...i18nOptions, lng: "en", resources: { en: await loadTexts("en") } });
  const as = org.owner.actor;
  const { pieces } = await startArchive(
    {
      first: (use) => db.database.withOrg(org.orgId, as, use, "looking"),
      page: (use) => db.database.readOrg(org.orgId, as, use),
    },
    i18n.t,
    null,
  );
  const files = await unzip(await buffer(pieces));
  return { files, manifest: JSON.parse(files.get("manifest.json")!.toString()) as Manifest };
}

const linesOf = (file: Buffer) => file.toString().split("\n").filter(Boolean);
/** Reads rows with times in UTC, as an archive writes them. */
async function rowsOf(sql: string, values: unknown[]): Promise<object[]> {
  const client = await db.ownerPool.connect();
  try {
    await client.query("set timezone = 'UTC'");
    return (await client.query<{ row: object }>(sql, values)).rows.map(({ row }) => row);
  } finally {
    await client.query("reset timezone");
    client.release();
  }
}
const byText = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();

describe("[OPS-05] the data archive of an organization", () => {
  it("[OPS-05] contains every table and every column except secrets and derived values", async () => {
    const tables = tenantTables(await readTables(db.ownerPool as never, roleOf(db.appUrl).name));
    const decided = new Map(tablesOfOrganization.map((one) => [one.table, one]));
    const missing = tables.flatMap(({ name, columns }) => {
      const own = decided.get(name);
      if (!own) return [name];
      if ("derived" in own) return [];
      const known = [...own.columns, ...own.leftOut];
      return columns.flatMap((column) => (known.includes(column.name) ? [] : `${name}.${column.name}`));
    });
    expect(missing).toEqual([]);
    const leftOut = archivedTables.flatMap(({ table, leftOut }) => leftOut.map((one) => `${table}.${one}`));
    expect(leftOut).toEqual(
      expect.arrayContaining([
        "api_key.hash",
        "member_invitation.token_hash",
        "webhook_endpoint.secret",
        "webhook_endpoint.earlier_secrets",
      ]),
    );
    const names = archivedTables.flatMap(({ columns }) => columns);
    expect(names.filter((name) => /hash|secret|token|password/.test(name))).toEqual([]);
  });

  it("[OPS-05] [ORG-07] contains each row once in both formats, none of another organization, with matching checksums", async () => {
    const canary = await populate(db.database, "CANARY-51d2");
    const org = await populate(db.database, 'Möller, "Söhne" & Co');
    await db.ownerPool.query(
      `insert into lead (org_id, id, company_name, contact_person, email, notes, status)
       select o, gen_random_uuid(), case o when $1 then '=Company ' || n else 'CANARY-51d2' end, 'X', n || '@many.example',
         E'two\\nlines "and" quotes', 'new'
       from generate_series(1, 4100) n, unnest(array[$1, $2]::uuid[]) o`,
      [org.orgId, canary.orgId],
    );
    const { files, manifest } = await archiveOf(org);
    expect(manifest.organization).toEqual({ id: org.orgId, name: org.name });
    expect([...files.keys()]).toEqual([...manifest.files.map(({ name }) => name), "manifest.json"]);
    for (const { name, rows, bytes, sha256 } of manifest.files) {
      const file = files.get(name)!;
      expect([bytes, sha256], name).toEqual([file.length, createHash("sha256").update(file).digest("hex")]);
      if (name.endsWith(".jsonl")) expect(linesOf(file).length, name).toBe(rows);
      expect(file.toString(), name).not.toContain("CANARY");
      expect(file.toString(), name).not.toContain(canary.orgId);
    }
    for (const { table, columns } of archivedTables) {
      const list = columns.map((column) => `'${column}', ${column}`).join(", ");
      const stored = await rowsOf(`select json_build_object(${list}) as row from ${table} where org_id = $1`, [
        org.orgId,
      ]);
      if (["affiliate", "audit_log", "commission_payment", "deal", "lead", "webhook_attempt"].includes(table))
        expect(stored.length, table).toBeGreaterThan(0);
      const archived = linesOf(files.get(`data/${table}.jsonl`)!).map((line) => JSON.parse(line) as object);
      expect(byText(archived), table).toEqual(byText(stored));
      const csv = manifest.files.find(({ name }) => name === `data/${table}.csv`)!;
      expect(csv.rows, table).toBe(stored.length);
      expect(files.get(csv.name)!.toString().split("\r\n")[0]).toBe(columns.join(","));
    }
    const leads = files.get("data/lead.csv")!.toString();
    expect(leads.match(/'=Company \d+/g)).toHaveLength(4_100);
    expect(leads).toContain('"two\nlines ""and"" quotes"');
    expect(files.get("people.csv")!.toString()).toContain(`${org.owner.name},${org.owner.email},owner,`);
    expect(files.get("README.txt")!.toString()).toContain("data/commission_payment.jsonl");
  });

  it("[OPS-05] fails as a whole if a table cannot be read, and stops reading when the download is aborted", async () => {
    const org = await populate(db.database, "Broken");
    let pages = 0;
    const started = (page: <T>() => Promise<T>) =>
      startArchive(
        {
          first: (use) => asOwner(db.database, org, use),
          page,
        },
        (() => "") as never,
        null,
      );
    const failing = await started(async () => {
      throw new Error("the database is away");
    });
    await expect(buffer(failing.pieces)).rejects.toThrow("the database is away");
    const left = await started(async () => {
      pages += 1;
      return { rows: [], next: null, previous: null } as never;
    });
    expect((await left.pieces.next()).done).toBe(false);
    await left.pieces.return(undefined);
    const read = pages;
    expect(read).toBeLessThan(archivedTables.length);
    expect((await left.pieces.next()).done).toBe(true);
    expect(pages).toBe(read);
  });
});

describe("[OPS-05] [SET-04] downloading the archive", () => {
  let session: string;
  beforeEach(async () => {
    session = cookiesOf(await password());
    await db.ownerPool.query("update session set proven_at = proven_at - interval '11 minutes'");
  });

  const proven = (form: Record<string, string> = { proof: "password", password: PASSWORD }, cookie = session) =>
    call(confirm, "/settings/data/archive", { form, cookie });
  const permit = async () => {
    expect(await proven()).toMatchObject({ status: 302, to: "/settings/data" });
    return session;
  };
  const download = (cookie: string) =>
    zip({
      request: new Request(new URL("/settings/archive.zip", TEST_APP_URL), { headers: { Cookie: cookie } }),
      context: { nonce: "", requestId: "", ip: "127.0.0.1" },
      params: {},
    });
  const logged = () =>
    asOwner(db.database, people.org, async (scope) =>
      (await listAudit(scope, { cursor: null })).rows.filter(({ action }) => action === "organization.archive"),
    );

  it("[OPS-05] is allowed for an owner after re-authentication, even while the organization is paused", async () => {
    expect((await download(session)).headers.get("Location")).toBe("/settings/data/archive");
    expect(await proven({ proof: "password", password: "wrong" })).toMatchObject({
      status: 422,
      cookies: {},
    });
    expect((await call(section, "/settings/data", { cookie: session })).body).toMatchObject({
      readyUntil: null,
    });
    await db.ownerPool.query(
      "update organization set subscription_status = 'canceled', subscription_ends_at = now() - interval '1 day', trial_ends_at = now() - interval '2 days' where org_id = $1",
      [people.org.orgId],
    );
    const cookie = await permit();
    expect((await call(section, "/settings/data", { cookie })).body).toMatchObject({
      readyUntil: expect.any(String),
    });
    const answer = await download(cookie);
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="finderlohn-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect([...(await unzip(Buffer.from(await answer.arrayBuffer()))).keys()]).toContain("data/organization.jsonl");
    await db.ownerPool.query("update organization set subscription_status = 'active' where org_id = $1", [
      people.org.orgId,
    ]);
    expect(await logged()).toMatchObject([{ actor: { kind: "member", name: people.org.owner.name }, data: {} }]);
  });

  it("[OPS-05] is rejected for members, for other sessions, and after the session has ended", async () => {
    const cookie = await permit();
    const member = await addMember(db.database, people.org);
    await db.ownerPool.query(
      "update app_user set password_hash = (select password_hash from app_user where id = $1) where id = $2",
      [people.org.owner.userId, member.userId],
    );
    const theirs = cookiesOf(await password(member.email));
    expect((await call(dialog, "/settings/data/archive", { cookie: theirs })).status).toBe(403);
    expect(await proven(undefined, theirs)).toMatchObject({ status: 403 });
    expect((await download(theirs)).status).toBe(302);
    // Another session of the same user, without a recent re-authentication.
    const other = cookiesOf(await password());
    await db.ownerPool.query(
      "update session set proven_at = null where created_at = (select max(created_at) from session)",
    );
    expect((await download(other)).status).toBe(302);

    const reader = (await download(cookie)).body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await db.ownerPool.query("delete from session where user_id = $1", [people.org.owner.userId]);
    const toItsEnd = async () => {
      while (!(await reader.read()).done);
    };
    await expect(toItsEnd()).rejects.toThrow(/may no longer enter/);
  });
});
