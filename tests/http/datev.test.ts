import { beforeAll, expect, test } from "vitest";
import { todayIn } from "~/domain/shared/dates";
import { oneTimeDeal } from "../factories/deals";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { readDatevBookings, readDatevCreditors } from "../support/read-datev";
import { useSite } from "../support/site";
import { unzip } from "../support/unzip";
import { openVisitor, type Visitor } from "../support/visitor";

// The whole way from the settings to the files, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const today = todayIn("Europe/Berlin", new Date());
const year = today.slice(0, 4);
const PAGE = "/payouts/datev";
const SHOWN = `${PAGE}?from=${today}&to=${today}`;
const SETTINGS = "/settings/payouts/datev";
const form = { adviser: "29098", client: "55003", fiscal_month: "1", account_length: "4", chart: "04" };
const period = { from: today, to: today };
let org: Org;
let ada: { affiliateId: string };
let [owner, member, portal]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  await withPayer(db.database, org);
  const affiliate = await payableAffiliate(db.database, org, "Łukasz");
  ada = affiliate;
  const ivo = await payableAffiliate(db.database, org, "Ivo", {
    iban: IBANS[1],
    tax_status: "private",
    tax_number: "",
  });
  for (const one of [affiliate, ivo]) await oneTimeDeal(db.database, org, one, { close_date: today });
  await approvedRun(db.database, org, await draftRun(db.database, org, today));
  await db.runJobs();
  const visit = async (session: string) => openVisitor(site, { language: "en", session });
  owner = await visit(await signIn(db.database, org.owner));
  member = await visit(await signIn(db.database, await addMember(db.database, org)));
  portal = await visit(await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId }));
});

test("[PAY-14] the page says what stops the file, and each problem leads to where it is corrected", async () => {
  expect((await owner!.open("/payouts")).text).toContain(`href="${PAGE}"`);
  const first = await owner!.open(SHOWN);
  for (const text of ["The tax adviser’s numbers are missing", "2 affiliates have no creditor number"])
    expect(textIn(first.text)).toContain(text);
  expect(first.text).not.toContain('value="bookings"');
  const stopped = await owner!.submit(`${PAGE}/file`, { kind: "bookings", ...period });
  expect(stopped.path).toBe(SHOWN);
  expect(textIn(stopped.text)).toContain("The tax adviser’s numbers are missing");

  const dialog = await owner!.open(SETTINGS);
  expect(textIn(dialog.text)).toContain("Confirm them with your tax adviser");
  const wrong = await owner!.post(SETTINGS, { ...form, adviser: "1000", expense_account: "67" });
  expect(wrong.status).toBe(422);
  for (const text of ["from 1001 to 9999999", "an account of 4 digits"]) expect(textIn(wrong.text)).toContain(text);
  const saved = await owner!.submit(SETTINGS, form);
  expect([saved.path, textIn(saved.text).includes("Adviser 29098, client 55003, SKR 04")]).toEqual([
    "/settings/payouts",
    true,
  ]);
});

test("[PAY-14] creditors are numbered at once after a question, and single ones are edited", async () => {
  const asked = await member!.open(`${PAGE}/creditors/number`);
  expect(textIn(asked.text)).toContain("2 affiliates get the next free numbers from 70001 on");
  const numbered = await member!.submit(`${PAGE}/creditors/number`, {});
  expect(textIn(numbered.text)).toContain("2 numbers given");
  expect(textIn(numbered.text)).not.toContain("Number the rest");
  const edit = `${PAGE}/creditors/${ada.affiliateId}`;
  expect(numbered.text).toContain(`href="${edit}"`);
  const taken = await member!.post(edit, { creditor_number: "70002", creditor_name: "" });
  expect([taken.status, textIn(taken.text).includes("Ivo already has this number")]).toEqual([409, true]);
  const saved = await member!.submit(edit, { creditor_number: "70010", creditor_name: "Lukasz" });
  for (const text of ["Creditor saved", "70010", "Lukasz"]) expect(textIn(saved.text)).toContain(text);
});

test("[PAY-14] the preview shows the bookings, and the files have them", async () => {
  const page = await member!.open(SHOWN);
  const text = textIn(page.text);
  for (const shown of [`GU-${year}-0001`, "Lukasz", "6770", "70010", "€119.00", "Debit", "Commission statement, Ivo"])
    expect(text).toContain(shown);
  expect(text).not.toContain("No file can be written yet");

  const bookings = await member!.post(`${PAGE}/file`, { kind: "bookings", ...period });
  expect(bookings.headers["content-disposition"]).toBe(
    `attachment; filename="EXTF_Buchungsstapel_${`${today}_${today}`.replaceAll("-", "")}.csv"`,
  );
  expect(readDatevBookings(bookings.bytes).bookings).toMatchObject([
    { account: "6770", contra: "70002", amount: 100_00, key: "", reference: `AB-${year}-0001` },
    { account: "6770", contra: "70010", amount: 119_00, key: "9", reference: `GU-${year}-0001` },
  ]);
  const creditors = await member!.post(`${PAGE}/file`, { kind: "creditors", ...period });
  expect(readDatevCreditors(creditors.bytes).map(({ number }) => number)).toEqual(["70002", "70010"]);
  const zip = await member!.post(`${PAGE}/file`, { kind: "documents", ...period });
  expect(zip.headers["content-type"]).toBe("application/zip");
  const files = await unzip(zip.bytes);
  expect([...files.keys()]).toEqual([`AB-${year}-0001.pdf`, `AB-${year}-0002.pdf`, `GU-${year}-0001.pdf`]);
  expect([...files.values()].every((bytes) => bytes.subarray(0, 8).toString() === "%PDF-1.7")).toBe(true);
  expect(textIn((await owner!.open("/settings/activity")).text)).toContain("File for DATEV downloaded");
});

test("[PAY-14] a period of two fiscal years has no bookings file", async () => {
  const page = await owner!.open(`${PAGE}?from=${Number(year) - 1}-12-31&to=${today}`);
  expect(textIn(page.text)).toContain("The period must be within one fiscal year");
  expect(page.text).not.toContain('value="bookings"');
});

test("[PAY-14] an affiliate opens none of it and changes nothing", async () => {
  for (const path of [PAGE, `${PAGE}/creditors`, `${PAGE}/creditors/number`, SETTINGS])
    expect((await portal!.get(path)).status).toBe(302);
  const sent = await portal!.post(`${PAGE}/file`, { kind: "bookings", ...period });
  expect([sent.status, sent.headers["content-disposition"]]).toEqual([302, undefined]);
  expect((await portal!.post(SETTINGS, { ...form, client: "1" })).status).toBe(302);
  expect((await member!.post(SETTINGS, { ...form, client: "1" })).status).toBe(403);
  const { rows } = await db.ownerPool.query("select client from datev_setting");
  expect(rows).toEqual([{ client: 55003 }]);
});
