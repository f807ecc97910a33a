import { beforeAll, expect, test } from "vitest";
import { action } from "~/routes/_app.import.$kind/route";
import { sessionCookie } from "~/server/app-context.server";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let cookie: string;

beforeAll(async () => {
  const org = await createOrg(db.database);
  cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
});

/** Posts a file as a browser does, with its name as bytes. */
async function upload(name: Buffer, content: Buffer) {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="';
  const body = Buffer.concat([
    Buffer.from(head),
    name,
    Buffer.from('"\r\nContent-Type: text/csv\r\n\r\n'),
    content,
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const headers = { Cookie: cookie, "Content-Type": "multipart/form-data; boundary=x" };
  const request = new Request(new URL("/import/leads", TEST_APP_URL), { method: "POST", headers, body });
  const context = { nonce: "", requestId: "", ip: "127.0.0.1" };
  return action({ request, params: { kind: "leads" }, context });
}

const csv = Buffer.from("company_name,email\nCaf\u00e9,a@example.com\n");
const runs = async () =>
  (await db.ownerPool.query<{ file_name: string }>("select file_name from import_run")).rows.map(
    ({ file_name }) => file_name,
  );

test.each([
  ["a NUL byte", Buffer.from("caf\0.csv")],
  ["bytes that are not UTF-8", Buffer.from([0x63, 0xed, 0xa0, 0xbd, 0x2e])],
])("[API-04] a file whose name contains %s is rejected at its field", async (_, name) => {
  expect(await upload(name, csv)).toMatchObject({
    init: { status: 422 },
    data: { error: { file: ["file_name_damaged"] } },
  });
  expect(await runs()).toEqual([]);
});

test("[API-04] a long name is not cut within a character", async () => {
  const name = `${"x".repeat(199)}\u{1f600}.csv`;
  expect(await upload(Buffer.from(name), csv)).toMatchObject({ status: 302 });
  expect(await runs()).toEqual(["x".repeat(199)]);
});

test("[API-04] a file with too many columns is rejected at its field with the limit", async () => {
  const columns = (count: number) => Buffer.from(`a${",b".repeat(count - 1)}\n1\n`);
  expect(await upload(Buffer.from("wide.csv"), columns(101))).toMatchObject({
    init: { status: 422 },
    data: { error: { file: ['import_too_many_columns|{"max":100}'] } },
  });
  expect(await runs()).not.toContain("wide.csv");
  expect(await upload(Buffer.from("wide.csv"), columns(100))).toMatchObject({ status: 302 });
});
