import { beforeAll, expect, test } from "vitest";
import { createOrg, type Org } from "../factories/organizations";
import { approvedRun, simpleRun } from "../factories/payouts";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);
const TITLES = "name,recipientEmail,amount,amountCurrency,sourceCurrency,targetCurrency,IBAN,color";
let org: Org;
let run: string;
let owner: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database);
  const runId = await simpleRun(db.database, org);
  await approvedRun(db.database, org, runId);
  run = `/payouts/runs/${runId}`;
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

test("[PAY-11] the file for Wise has the columns of the template, which is pasted or uploaded once and replaced", async () => {
  const before = await owner.open(run);
  expect(before.text).not.toContain('value="wise"');
  expect(textIn(before.text)).toContain("Set up a file for Wise");
  // Without a template the form is answered on the page of the run.
  expect(await owner.post(`${run}/list`, { format: "wise" })).toMatchObject({ status: 302 });

  const wrong = await owner.post(`${run}/wise`, { titles: "name,amount" });
  expect(wrong.status).toBe(422);
  expect(textIn(wrong.text)).toContain("The template lacks columns that a payment needs: targetCurrency, IBAN");
  expect(wrong.text).toContain("name,amount</textarea>");
  expect((await owner.post(`${run}/wise`, { titles: "" })).status).toBe(422);

  const pasted = await owner.submit(`${run}/wise`, { titles: `${TITLES}\nSomebody,,,,,,,` });
  expect(textIn(pasted.text)).toContain("Template saved. These columns stay empty: color");
  expect((await owner.open(`${run}/wise`)).text).toContain(`${TITLES}</textarea>`);
  const file = await owner.post(`${run}/list`, { format: "wise" });
  expect(file.headers["content-disposition"]).toBe('attachment; filename="payouts-wise.csv"');
  const [, line] = file.text.split("\r\n");
  expect(line).toMatch(/^Ada,[^,]+@[^,]+,119\.00,target,EUR,EUR,DE[0-9]{20},$/);

  // A file replaces the pasted line. A form of HTML sends the line too.
  const bytes = Buffer.from("\ufeffTarget Currency;Amount;Name;IBAN\r\nEUR;1;Somebody;\r\n");
  const upload = { field: "file", name: "template.csv", bytes };
  expect((await owner.upload(`${run}/wise`, { titles: TITLES }, upload)).status).toBe(302);
  const replaced = await owner.post(`${run}/list`, { format: "wise" });
  expect(replaced.text.split("\r\n").slice(0, 2)).toEqual([
    "Target Currency,Amount,Name,IBAN",
    expect.stringMatching(/^EUR,119\.00,Ada,DE/),
  ]);
  const saved = `select from audit_log where action = 'payer.save' and data = '{"fields": "wise_titles"}'`;
  expect(await db.ownerPool.query(saved)).toMatchObject({ rowCount: 2 });
});
