import { beforeEach, describe, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { loadDocument } from "~/domain/payouts/documents.server";
import type { Scope } from "~/domain/shared/scope";
import type { Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, payableAffiliate, runOf } from "../factories/payouts";
import { useDatabase } from "../support/database";
import { findTextInDatabase, makeDue } from "../support/where-is";

// Erasing an affiliate with documents (PAY-16).

const db = useDatabase({ each: true });
const NAME = "Annegret Großkreutz";
let org: Org;
let affiliate: Affiliate;
let runId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string) => (await db.ownerPool.query(text)).rows as Record<string, unknown>[];
const erase = () =>
  owner((scope) => eraseAffiliate(scope, affiliate.affiliateId, { name: NAME, nobody: "Erased person 4711" }));
const accounts = () => rows("select iban_end as end from payee_account");
const xml = async () => {
  const { id } = await owner((scope) => scope.db.document.findFirstOrThrow());
  return Buffer.from((await owner((scope) => loadDocument(scope, id, "xml")))!.bytes).toString();
};

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database);
  await withPayer(db.database, org);
  affiliate = await payableAffiliate(db.database, org, NAME);
  runId = await runOf(db.database, org, affiliate);
  await approvedRun(db.database, org, runId);
});

describe("[PAY-16] [OPS-05] erasing an affiliate", () => {
  test("keeps documents, statements and the agreement as they are, and the person is nowhere else", async () => {
    await db.runJobs();
    const kept = () =>
      rows(`select d.content, d.number, f.pdf_sha256, f.pdf, f.xml, p.statement, a.version
        from document d join document_file f on f.org_id = d.org_id and f.document_id = d.id
        join payout p on p.org_id = d.org_id and p.id = d.payout_id
        join self_billing_agreement a on a.org_id = d.org_id`);
    const before = await kept();
    expect(before).toHaveLength(1);
    await erase();
    await makeDue(db, "person.erase");
    await db.runJobs();
    expect(await kept()).toEqual(before);
    expect(JSON.stringify(before[0]!["content"])).toContain(NAME);
    expect(await findTextInDatabase(db, NAME)).toEqual(["document.content", "payout.statement"]);
    expect(await accounts()).toEqual([]);
    expect(await rows("select 1 from payee_profile")).toEqual([]);
  });

  test("keeps the account until the documents are files, which then have its number", async () => {
    await erase();
    expect(await accounts()).toEqual([{ end: IBANS[0].slice(-4) }]);
    // Makes the files, while the erasure waits.
    await db.runJobs();
    expect(await xml()).toContain(IBANS[0]);
    expect(await accounts()).toEqual([]);
  });

  test("deletes the account in its job if the files were made while it was open", async () => {
    const [account] = await rows("select to_jsonb(a) as row from payee_account a");
    await db.runJobs();
    await erase();
    await db.ownerPool.query("insert into payee_account select (jsonb_populate_record(null::payee_account, $1)).*", [
      account!["row"],
    ]);
    await makeDue(db, "person.erase");
    await db.runJobs();
    expect(await accounts()).toEqual([]);
  });
});
