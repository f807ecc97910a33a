import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { pdf } from "../support/files";
import { run } from "./program";

const db = useDatabase();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-receipt-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test("[CLI-02] [WORK-10] sets a file or a URL as the receipt of a paid commission", async () => {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  const { id } = await oneTimeDeal(db.database, org, affiliate);
  const receipt = (...options: string[]) =>
    run(["commissions", "receipt", "--org", org.orgId, "--json", ...options], {
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
    });
  const [file, wrong] = [path.join(folder, "Zahlung.pdf"), path.join(folder, "wrong.pdf")];
  fs.writeFileSync(file, pdf(2_000));
  fs.writeFileSync(wrong, "<html>");
  const count = async () => (await db.ownerPool.query("select name from file")).rows;
  for (const options of [[], ["--dry-run"]])
    expect(await receipt("--deal", id, "--receipt-file", file, ...options)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Mark the commission as paid first"),
    });
  expect(await count()).toEqual([]);
  await asOwner(db.database, org, (scope) => markDealPaid(scope, id));
  const planned = await receipt("--deal", id, "--receipt-file", file, "--dry-run");
  expect(JSON.parse(planned.stdout)).toEqual([{ kind: "deal", id, receipt: file }]);
  expect(await count()).toEqual([]);
  const done = await receipt("--deal", id, "--receipt-file", file);
  expect([done.code, done.stderr]).toEqual([0, ""]);
  const { rows } = await db.ownerPool.query("select receipt_url from deal where id = $1", [id]);
  expect(JSON.parse(done.stdout)).toEqual([{ kind: "deal", id, receipt: rows[0].receipt_url }]);
  expect(await count()).toEqual([{ name: "Zahlung.pdf" }]);
  const url = await receipt("--deal", id, "--receipt-url", "https://example.com/a.pdf");
  expect(JSON.parse(url.stdout)).toEqual([{ kind: "deal", id, receipt: "https://example.com/a.pdf" }]);
  for (const [options, stderr] of [
    [["--deal", id], "either --receipt-file or --receipt-url"],
    [["--receipt-file", file], "either --deal or --payment"],
    [["--deal", "1", "--receipt-file", file], "need a valid id"],
    [["--deal", id, "--receipt-url", "ftp://x.example"], "not a web address"],
    [["--deal", id, "--receipt-file", wrong], "Choose a PDF, PNG or JPEG file"],
  ] as const)
    expect(await receipt(...options)).toMatchObject({ code: 2, stderr: expect.stringContaining(stderr) });
  expect((await receipt("--deal", id, "--receipt-file", path.join(folder, "none.pdf"))).code).not.toBe(0);
});
