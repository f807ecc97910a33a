import { beforeAll, describe, expect, test } from "vitest";
import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { texts } from "../e2e/support/texts";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { pdf, png } from "../support/files";
import { hostileFiles, type HostileFile } from "../support/hostile-files";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);
let org: Org;
let affiliate: Affiliate;
let staff: Visitor;
let deal: string;

beforeAll(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, affiliate);
  deal = (await oneTimeDeal(db.database, org, affiliate)).id;
  await asOwner(db.database, org, (scope) => markDealPaid(scope, deal));
  staff = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

const dialog = () => `/transactions/deal/${deal}/receipt`;
const field = "receipt_file";
const send = ({ name, bytes, type }: Pick<HostileFile, "name" | "bytes" | "type">, form: Record<string, string> = {}) =>
  staff.upload(dialog(), form, { field, name, bytes, ...(type && { type }) });
const stored = async () =>
  (
    await db.ownerPool.query("select id, name, type from file where org_id = $1 order by xmin::text::bigint desc", [
      org.orgId,
    ])
  ).rows;

/** Follows the redirect of the page to the signed address, and requests it without any cookie. */
async function download(visitor: Visitor, path: string) {
  const redirect = await visitor.get(path);
  expect(redirect.status).toBe(302);
  const { pathname } = new URL(redirect.headers.location!, site.appUrl);
  return { pathname, response: await site.request(pathname) };
}

describe("[WORK-10] hostile files", () => {
  test("are of at least 60 kinds", () => {
    expect(new Set(hostileFiles.map(({ what }) => what)).size).toBe(hostileFiles.length);
    expect(hostileFiles.length).toBeGreaterThanOrEqual(60);
  });

  const rejected = hostileFiles.filter((one) => !one.stored);
  test.each(rejected.map((one) => [one.what, one] as const))("%s is rejected and not stored", async (_, file) => {
    const before = await stored();
    const response = await send(file);
    expect(response.status).toBe(422);
    expect(response.headers["content-type"]).toMatch(/^text\/html/);
    expect(response.text).toMatch(/id="[^"]*receipt_file-error"/);
    expect(await stored()).toEqual(before);
  });

  const kept = hostileFiles.filter((one) => one.stored);
  test.each(kept.map((one) => [one.what, one] as const))("%s is only ever downloaded", async (_, file) => {
    const response = await send(file);
    expect(response.status, response.text.slice(0, 500)).toBe(302);
    const [newest] = await stored();
    const { response: downloaded } = await download(staff, `/files/${newest.id}`);
    expect(downloaded.status).toBe(200);
    expect(downloaded.bytes.equals(file.bytes)).toBe(true);
    expect(downloaded.headers).toMatchObject({
      "content-type": newest.type,
      "content-length": String(file.bytes.length),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(["application/pdf", "image/png", "image/jpeg"]).toContain(newest.type);
    expect(downloaded.headers["content-disposition"]).toMatch(
      /^attachment; filename="[ !#$&-[\]^-~]+\.(pdf|png|jpg)"; filename\*=UTF-8''[\w.~%!-]+$/,
    );
    expect(downloaded.headers["set-cookie"]).toBeUndefined();
    // The pages that name it still work, and the name is text on them.
    for (const path of ["/transactions", dialog(), "/settings/activity"]) {
      const page = await staff.get(path);
      expect(page.status, path).toBe(200);
      expect(page.text).not.toContain("<img src=x");
    }
  });
});

describe("[WORK-10] a receipt in a file", () => {
  test("is downloaded by staff and by its affiliate, and by nobody else", async () => {
    await send({ name: "März.pdf", bytes: pdf(400_000) });
    const [{ id }] = await stored();
    const enter = async (person: { userId: string }, options: Parameters<typeof signIn>[2] = {}) =>
      openVisitor(site, { language: "en", session: await signIn(db.database, person, options) });
    const other = await activeAffiliate(db.database, org, { name: "Bea" });
    const elsewhere = await createOrg(db.database);
    const portal = { door: "affiliate", affiliateOrgId: org.orgId } as const;
    const ada = await enter(affiliate, portal);
    expect((await ada.get("/affiliate/earnings")).text).toContain(`href="/affiliate/files/${id}"`);
    const own = await download(ada, `/affiliate/files/${id}`);
    expect(own.response.bytes.length).toBe(400_000);
    expect(own.response.headers["content-disposition"]).toContain("filename*=UTF-8''M%C3%A4rz.pdf");
    expect((await (await enter(other, portal)).get(`/affiliate/files/${id}`)).status).toBe(404);
    expect((await ada.get(`/files/${id}`)).headers.location).toBe("/");
    expect((await (await enter(elsewhere.owner)).get(`/files/${id}`)).status).toBe(404);
    const nobody = await site.request(`/files/${id}`);
    expect(nobody.headers.location).toMatch(/^\/auth\?redirectTo=/);
    expect((await staff.get("/files/no-id")).status).toBe(404);
    expect((await staff.get(`/files/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test("has an address that cannot be changed and expires", async () => {
    await send({ name: "a.png", bytes: png() });
    const [{ id }] = await stored();
    const { pathname } = await download(staff, `/files/${id}`);
    const [, , key = ""] = pathname.split("/");
    const changed = `${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`;
    for (const wrong of [`${key}x`, key.slice(1), changed, "x", "%00", "..%2f"])
      expect([400, 404], wrong).toContain((await site.request(`/files/${wrong}/a.png`)).status);
    expect((await site.request(pathname, { method: "POST", body: "" })).status).toBe(405);
    const head = await site.request(pathname, { method: "HEAD" });
    expect([head.status, head.bytes.length, head.headers["content-length"]]).toEqual([200, 0, String(png().length)]);
    expect(site.log()).not.toContain(key);
  });

  test("is chosen in the dialog of all due payments, without JavaScript, and is either a file or a URL", async () => {
    const t = await texts("en");
    const one = await oneTimeDeal(db.database, org, affiliate);
    const all = await staff.get("/commissions/pay");
    expect(all.text).toMatch(/enctype="multipart\/form-data"/i);
    const version = /name="version" value="([^"]+)"/.exec(all.text)![1]!;
    const file = { field, name: "both.pdf", bytes: pdf() };
    const pay = (receipt_url: string, changed = version) =>
      staff.upload("/commissions/pay", { version: changed, receipt_url }, file);
    const both = await pay("https://example.com/a.pdf");
    expect([both.status, both.text.includes(t("errors:receipt_both"))]).toEqual([422, true]);
    // What cannot be paid leaves no file behind.
    const before = await stored();
    expect((await pay("", "other")).status).toBe(409);
    expect(await stored()).toEqual(before);
    expect((await pay("")).status).toBe(302);
    const { rows } = await db.ownerPool.query("select receipt_url, receipt_file from deal where id = $1", [one.id]);
    expect(rows).toEqual([{ receipt_url: `file:${rows[0].receipt_file}`, receipt_file: expect.any(String) }]);
    // The dialog shows the stored URL, which a file replaces without emptying the field.
    const url = "https://example.com/stored.pdf";
    expect((await staff.post(dialog(), { receipt_url: url })).status).toBe(302);
    expect((await staff.upload(dialog(), { receipt_url: `${url}?2` }, file)).status).toBe(422);
    expect((await staff.upload(dialog(), { receipt_url: url }, file)).status).toBe(302);
    const missing = await staff.post(dialog(), { receipt_url: "" });
    expect([missing.status, missing.text.includes(t("errors:receipt_required"))]).toEqual([422, true]);
  });
});
