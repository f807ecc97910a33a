import { beforeAll, expect, test } from "vitest";
import { todayIn } from "~/domain/shared/dates";
import { createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, payableAffiliate, runOf } from "../factories/payouts";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// The life of a credit note, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const year = todayIn("Europe/Berlin", new Date()).slice(0, 4);
const number = `GU-${year}-0001`;
let org: Org;
let runId: string;
let [owner, portal]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  await withPayer(db.database, org);
  const affiliate = await payableAffiliate(db.database, org, "Ada");
  runId = await runOf(db.database, org, affiliate);
  await approvedRun(db.database, org, runId);
  await db.runJobs();
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const session = await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId });
  portal = await openVisitor(site, { language: "en", session });
});

const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? "";

test("[PAY-08] [PAY-10] a credit note is downloaded, objected to, answered, and canceled", async () => {
  const list = await portal!.open("/affiliate/statements");
  const own = found(list.text, /href="(\/affiliate\/statements\/[0-9a-f-]{36})"/);
  const page = await portal!.open(own);
  expect(textIn(page.text)).toContain(`Self-billed invoice (Gutschrift) ${number}`);
  const xml = await portal!.open(found(page.text, /href="(\/affiliate\/documents\/[0-9a-f-]{36}\/xml)"/));
  expect(xml.headers["content-type"]).toContain("application/xml");
  expect(xml.headers["content-disposition"]).toBe(`attachment; filename="${number}.xml"`);
  for (const part of ["<ram:TypeCode>389", "<ram:GrandTotalAmount>119.00", IBANS[0]]) expect(xml.text).toContain(part);
  const pdf = await portal!.open(found(page.text, /href="(\/affiliate\/documents\/[0-9a-f-]{36}\/pdf)"/));
  expect(pdf.text.startsWith("%PDF-1.7")).toBe(true);

  const documentId = found(page.text, /name="document_id" value="([0-9a-f-]{36})"/);
  const empty = await portal!.post(own, { intent: "object", document_id: documentId, reason: "" });
  expect(empty.status).toBe(422);
  expect(textIn(empty.text)).toContain("Please write what is wrong");
  const objected = await portal!.submit(own, { intent: "object", document_id: documentId, reason: "Wrong VAT" });
  for (const shown of ["Paying agency has your objection", "Wrong VAT", "Withdraw the objection"])
    expect(textIn(objected.text)).toContain(shown);

  const run = await owner!.open(`/payouts/runs/${runId}`);
  expect(textIn(run.text)).toContain("Held back");
  const statement = found(run.text, /href="(\/payouts\/statements\/[0-9a-f-]{36})"/);
  const asked = await owner!.open(statement);
  expect(textIn(asked.text)).toContain("Input VAT from it is at risk");
  const objectionId = found(asked.text, /name="objection_id" value="([0-9a-f-]{36})"/);
  const answered = await owner!.submit(statement, { intent: "keep", objection_id: objectionId, answer: "It is 19 %" });
  // Keeping it does not make it an invoice again.
  for (const shown of ["The reply is on its way", "Input VAT from it is at risk"])
    expect(textIn(answered.text)).toContain(shown);
  expect(textIn((await portal!.open(own)).text)).toContain("It is 19 %");
  const file = await owner!.post(`/payouts/documents/${documentId}`, { format: "xml" });
  expect(file.text).toBe(xml.text);

  const payoutId = statement.split("/").at(-1);
  const canceled = await owner!.submit(`/payouts/runs/${runId}/cancel/${payoutId}`, { reason: "Wrong VAT" });
  expect(textIn(canceled.text)).toContain("The payout is canceled");
  await db.runJobs();
  const after = await portal!.open(own);
  for (const shown of [`Cancellation ST-${year}-0001`, `Canceled by ST-${year}-0001`, "-€119.00"])
    expect(textIn(after.text)).toContain(shown);
  expect(after.text).not.toContain('name="reason"');
});
