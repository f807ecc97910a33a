import { beforeEach, expect, test } from "vitest";
import { sessionCookie } from "~/server/app-context.server";
import { loader } from "~/routes/affiliate.earnings[.]csv";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

/** Downloads the file of an affiliate as the browser does. */
async function download(of: Org, whose: Affiliate, language: string, format = "plain") {
  const secret = await signIn(db.database, whose, { door: "affiliate", affiliateOrgId: of.orgId });
  const cookie = (await sessionCookie().serialize(secret)).split(";")[0]!;
  const request = new Request(new URL(`/affiliate/earnings.csv?period=all&format=${format}`, TEST_APP_URL), {
    headers: { "Accept-Language": language, Cookie: cookie },
  });
  const answer = await loader({
    request,
    params: {},
    context: { nonce: "", requestId: "csv", ip: "127.0.0.1" },
  });
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test("[POR-08] [I6] [POR-05] an affiliate's earnings are exported so that spreadsheets evaluate nothing", async () => {
  const { rows } = await db.ownerPool.query<{ today: string }>(
    `select to_char(start_date, 'DD.MM.YYYY') as today from affiliate_term where org_id = $1`,
    [org.orgId],
  );
  const agreed = rows[0]!.today;
  const leadId = await submittedLead(db.database, org, affiliate, { company_name: '=HYPERLINK("x";"y")' });
  const { id } = await oneTimeDeal(db.database, org, affiliate, {
    lead_id: leadId,
    title: "+1",
    amount: "12345,60",
    close_date: "2026-01-15",
  });
  await recurringDeal(db.database, org, affiliate, {
    title: "Wartung",
    contract_duration_months: "1",
    contract_start_date: "2026-01-10",
  });
  await db.ownerPool.query(
    `update deal set commission_paid = true, payment_date = '2026-02-03', receipt_url = 'https://bank.example/1'
     where id = $1`,
    [id],
  );
  const other = await createOrg(db.database);
  const stranger = await activeAffiliate(db.database, other);
  const colleague = await activeAffiliate(db.database, org);
  for (const [of, whose] of [
    [other, stranger],
    [org, colleague],
  ] as const)
    expect((await download(of, whose, "en")).bytes.toString()).toBe(
      "Status,Due on,Paid on,Company,Deal,Commission,Currency,How it is calculated,Receipt\r\n",
    );

  const { headers, bytes } = await download(org, affiliate, "de", "de");
  expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="[a-z0-9-]+-verdienst\.csv"$/);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString("utf8").slice(1).replaceAll("\u00a0", " ").split("\r\n");
  expect(lines).toEqual([
    "Status;Fällig am;Bezahlt am;Firma;Deal;Provision;Währung;Berechnung;Beleg",
    `Bezahlt;15.01.2026;03.02.2026;"'=HYPERLINK(""x"";""y"")";'+1;1234,56;EUR;"Sie erhalten 10 % von 12.345,60 €, wie am ${agreed} vereinbart.";https://bank.example/1`,
    expect.stringMatching(
      new RegExp(
        `^Ausstehend;10\\.01\\.2026;;[^;]+;Wartung;10,00;EUR;"Sie erhalten 10 % von monatlich 100,00 €, 1 Monat lang, wie am ${agreed.replaceAll(".", "\\.")} vereinbart\\.";$`,
      ),
    ),
    "",
  ]);
});
