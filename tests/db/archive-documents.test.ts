import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { listAgreedTexts, listArchivedDocuments, readDocumentBytes } from "~/domain/archive/list-documents.server";
import { startArchive } from "~/server/exports/archive.server";
import { words } from "../../cli/words";
import { payableAffiliate, approvedRun, runOf } from "../factories/payouts";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import type { Affiliate } from "../factories/affiliates";
import type { Scope } from "~/domain/shared/scope";
import { useDatabase } from "../support/database";
import { unzip } from "../support/unzip";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;

async function archive(language: "en" | "de" = "en"): Promise<Map<string, Buffer>> {
  const { pieces } = await startArchive(
    {
      first: (use) => db.database.withOrg(org.orgId, org.owner.actor, use, "looking"),
      page: (use) => db.database.readOrg(org.orgId, org.owner.actor, use),
    },
    await words(language),
    null,
  );
  return unzip(await buffer(pieces));
}

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database, { name: "Nord & Licht" });
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada <b>");
  await approvedRun(db.database, org, await runOf(db.database, org, ada));
});

describe("[PAY-16] [OPS-05] the data archive", () => {
  test("contains the issued bytes, the statements and the agreements, and an index with their checksums", async () => {
    await db.runJobs();
    const files = await archive();
    const { rows } = await db.ownerPool.query(
      `select d.pdf_sha256 as pdf, d.xml_sha256 as xml, f.sha256 as statement, f.id as "fileId"
       from document_file d join file f on f.org_id = d.org_id`,
    );
    const [stored] = rows as [Record<"pdf" | "xml" | "statement" | "fileId", string>];
    const sums = Object.fromEntries(
      [...files].map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]),
    );
    expect(sums).toMatchObject({
      "documents/GU-2026-0001.pdf": stored.pdf,
      "documents/GU-2026-0001.xml": stored.xml,
      "documents/statements/AB-2026-0001.pdf": stored.statement,
    });
    expect(files.get("documents/GU-2026-0001.xml")!.toString()).toContain("CrossIndustryInvoice");
    expect([...files.keys()].filter((name) => name.startsWith("files/"))).toEqual([]);
    const agreement = files.get("documents/agreements/1-v1-en.txt")!.toString();
    expect(agreement).toContain("Agreement on self-billing");
    expect(agreement).not.toContain("{{");

    const index = files.get("index.html")!.toString();
    for (const [name, sha256] of Object.entries(sums).filter(([one]) => /^documents\/.*(pdf|xml)$/.test(one))) {
      expect(index).toContain(`<a href="${name}">${name}</a><br><code>${sha256}</code>`);
    }
    expect(index).toContain(
      "<td>GU-2026-0001</td><td>Self-billed invoice</td><td>2026-03-10</td><td>Ada &#60;b&#62;</td>",
    );
    expect(index).toContain('<td class="amount">119.00 EUR</td>');
    expect(index).toContain("Nord &#38; Licht");
    expect(index).not.toMatch(/<script|https?:/);
    expect(files.get("README.txt")!.toString()).toContain("whole account numbers");
    expect((await archive("de")).get("index.html")!.toString()).toMatch(/<html lang="de">[^]*<td>Gutschrift<\/td>/);
  });

  test("lists a document whose files do not exist yet", async () => {
    const files = await archive();
    expect(files.get("index.html")!.toString()).toMatch(/GU-2026-0001[^]*not created yet/);
    expect([...files.keys()].filter((name) => /^documents\/.*(pdf|xml)$/.test(name))).toEqual([]);
  });

  test("lets only owners read the documents", async () => {
    const member = await addMember(db.database, org);
    const { id } = await asOwner(db.database, org, (scope) => scope.db.document.findFirstOrThrow());
    const reads: ((scope: Scope) => Promise<unknown>)[] = [
      listArchivedDocuments,
      listAgreedTexts,
      (scope) => readDocumentBytes(scope, id, "pdf"),
    ];
    for (const read of reads)
      await expect(db.database.readOrg(org.orgId, member.actor, read)).rejects.toMatchObject({ code: "forbidden" });
  });
});
