import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { raiseObjection } from "~/domain/payouts/objections.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { deleteOrganization } from "~/platform/db/delete-organization.server";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { approvedRun, payableAffiliate, runOf } from "../factories/payouts";
import { useDatabase } from "../support/database";

// Documents that remain of a deleted organization (PAY-16).

const db = useDatabase({ each: true });
const DAY = 86_400_000;
const FOUNDED = new Date("2026-03-01T09:00:00Z");
const OVER = new Date(FOUNDED.getTime() + (TRIAL_DAYS + 30) * DAY + 3_600_000);

let org: Org;
let ada: Affiliate;

const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const kept = () => rows("select * from kept_document order by number");
const numbers = async () => (await kept()).map(({ number }) => number as string);

/** Makes the hour in which the organization may be deleted. */
async function endTrial(): Promise<void> {
  await db.ownerPool.query("update organization set subscription_status = null, trial_ends_at = $1", [
    new Date(OVER.getTime() - 30 * DAY - 3_600_000),
  ]);
  await db.ownerPool.query(
    `insert into deletion_warning (org_id, id, user_id, days, kept_until, created_at)
     select $1, gen_random_uuid(), $2, d, $3, $4 from unnest(array[7, 1]) d`,
    [org.orgId, org.owner.userId, new Date(OVER.getTime() - 3_600_000), new Date(OVER.getTime() - 2 * DAY)],
  );
}

/** Issues a credit note with its files and a canceled one without. */
async function issue(): Promise<void> {
  await approvedRun(db.database, org, await runOf(db.database, org, ada));
  await db.runJobs();
  const { id: documentId, payoutId } = await asOwner(db.database, org, (scope) => scope.db.document.findFirstOrThrow());
  await asAffiliate(db.database, org, ada, (scope) => raiseObjection(scope, { documentId, reason: "Too little" }));
  await asOwner(db.database, org, (scope) => cancelPayout(scope, { payoutId, reason: "Too little" }));
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
}

beforeEach(async () => {
  db.at(FOUNDED);
  org = await createOrg(db.database, { name: "Nordlicht" });
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada");
});

describe("[PAY-16] [BIL-06] the deletion of an organization", () => {
  test("keeps documents and statements alone, with their sealed bytes, content, objections and last day", async () => {
    await issue();
    const files = await rows("select * from document_file order by pdf_sha256");
    const contents = await rows("select number, content from document order by number");
    await endTrial();
    expect(await deleteOrganization(db.ownerPool, org.orgId, OVER)).toBe(true);
    expect(await rows("select 1 from organization")).toEqual([]);
    const found = await kept();
    expect(found.map(({ kind, number, kept_until: until }) => [kind, number, String(until)])).toEqual([
      ["statement", "AB-2026-0001", expect.stringContaining("2034")],
      ["credit_note", "GU-2026-0001", expect.stringContaining("2034")],
      ["cancellation", "ST-2026-0001", expect.stringContaining("2034")],
    ]);
    expect(await rows("select distinct kept_until::text from kept_document")).toEqual([{ kept_until: "2034-12-31" }]);
    const [statement, note, cancellation] = found;
    expect(statement.content).toMatchObject({ number: "AB-2026-0001", issuedOn: "2026-03-01", gross: 119_00 });
    expect([statement.pdf, statement.key_id, statement.objections]).toEqual([null, null, []]);
    expect(note.content).toEqual(contents[0].content);
    expect(note.objections).toMatchObject([{ state: "canceled" }]);
    expect(JSON.stringify(found)).not.toContain("Too little");
    expect(cancellation.pdf).toBe(null);
    const [file] = files;
    expect([note.pdf, note.xml, note.key_id]).toEqual([file.pdf, file.xml, file.key_id]);
    for (const format of ["pdf", "xml"]) {
      const bytes = await asOwner(db.database, await createOrg(db.database), async (scope) =>
        scope.bankData.openBytes(note[format], note.key_id),
      );
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(note[`${format}_sha256`]);
    }
  });

  test("keeps each document once, however often and wherever it is interrupted", async () => {
    await issue();
    const before = (await rows("select number from document union all select number from payout order by 1")).map(
      ({ number }) => number as string,
    );
    await endTrial();
    let steps = 0;
    for (let at = 1; ; at++) {
      const deletion = deleteOrganization(db.ownerPool, org.orgId, OVER, () => {
        steps += 1;
        throw new Error("killed");
      });
      const isDone = await deletion.catch((error: Error) => {
        expect(error.message).toBe("killed");
        return null;
      });
      expect(await numbers()).toEqual(before);
      if (isDone !== null) break;
      expect(at).toBeLessThan(200);
    }
    expect(steps).toBeGreaterThan(20);
    expect(await rows("select 1 from organization")).toEqual([]);
    expect(await rows("select 1 from kept_document where kind = 'credit_note' and pdf is not null")).toHaveLength(1);
  });

  test("keeps a file that a job makes while the deletion runs", async () => {
    await issue();
    await endTrial();
    const [file] = await rows("select to_jsonb(f) as row from document_file f");
    await db.ownerPool.query(
      `update document set kept_until = '2026-06-30'; delete from document_file;
       update document set kept_until = '2034-12-31'`,
    );
    let isMade = false;
    await deleteOrganization(
      db.ownerPool,
      org.orgId,
      OVER,
      () => {},
      async () => {
        isMade = true;
        await db.ownerPool.query(
          "insert into document_file select (jsonb_populate_record(null::document_file, $1)).*",
          [file.row],
        );
      },
    );
    expect(isMade).toBe(true);
    expect(await rows("select pdf_sha256 from kept_document where pdf is not null and xml is not null")).toEqual([
      { pdf_sha256: file.row.pdf_sha256 },
    ]);
  });

  test("deletes nothing if a document cannot be kept", async () => {
    await issue();
    await endTrial();
    await db.ownerPool.query("alter table kept_document add constraint broken check (number <> 'ST-2026-0001')");
    await expect(deleteOrganization(db.ownerPool, org.orgId, OVER)).rejects.toThrow(/broken/);
    expect(await rows("select 1 from document_file")).toHaveLength(1);
    expect(await rows("select 1 from payout")).toHaveLength(1);
    await db.ownerPool.query("alter table kept_document drop constraint broken");
    expect(await deleteOrganization(db.ownerPool, org.orgId, OVER)).toBe(true);
    expect(await numbers()).toHaveLength(3);
  });

  test("keeps no document whose time is over", async () => {
    await issue();
    await db.ownerPool.query("update document set kept_until = '2026-04-06' where kind = 'cancellation'");
    await db.ownerPool.query("update payout set statement = jsonb_set(statement, '{issuedOn}', '\"2017-12-31\"')");
    await endTrial();
    expect(OVER.toISOString().slice(0, 10) > "2026-04-06").toBe(true);
    expect(await deleteOrganization(db.ownerPool, org.orgId, OVER)).toBe(true);
    expect(await numbers()).toEqual(["GU-2026-0001"]);
  });
});

describe("[PAY-16] kept documents", () => {
  test("are deleted on the day after their time, not before", async () => {
    await issue();
    await endTrial();
    await deleteOrganization(db.ownerPool, org.orgId, OVER);
    const sweepAt = async (moment: string) => {
      db.at(moment);
      await db.ownerPool.query("select graphile_worker.add_job('document.prune', '{}')");
      await db.runJobs();
    };
    await sweepAt("2034-12-31T23:59:59Z");
    expect(await numbers()).toHaveLength(3);
    await expect(db.ownerPool.query("delete from kept_document")).rejects.toThrow(/the law still keeps/);
    // The database looks at its own clock, so the rest is tried in the past.
    await db.ownerPool.query("update kept_document set kept_until = '2026-06-30'");
    await sweepAt("2026-06-30T23:59:59Z");
    expect(await numbers()).toHaveLength(3);
    await sweepAt("2026-07-01T00:00:00Z");
    expect(await numbers()).toEqual([]);
  });

  test("are closed to the runtime role", async () => {
    await issue();
    await endTrial();
    await deleteOrganization(db.ownerPool, org.orgId, OVER);
    const other = await createOrg(db.database);
    for (const text of ["select 1 from kept_document", "delete from kept_document"])
      await expect(asOwner(db.database, other, (scope) => scope.db.$queryRawUnsafe(text))).rejects.toThrow(
        /permission denied/,
      );
  });
});

describe("[PAY-16] documents of an organization that exists", () => {
  const sweepAt = async (moment: string) => {
    db.at(moment);
    await db.ownerPool.query("select graphile_worker.add_job('document.prune', '{}')");
    await db.runJobs();
  };
  const left = async () => (await rows("select number from document order by number")).map(({ number }) => number);

  test("are deleted with their files once their time is over, and the log lists them", async () => {
    await issue();
    const [{ statement }] = (await rows("select statement from payout")) as [{ statement: unknown }];
    await sweepAt("2026-08-01T02:00:00Z");
    expect(await left()).toEqual(["GU-2026-0001", "ST-2026-0001"]);
    // The cancellation was issued in a later year, and keeps its credit note.
    await db.ownerPool.query("update document set kept_until = '2026-06-30' where kind = 'credit_note'");
    await sweepAt("2026-08-01T02:00:00Z");
    expect(await left()).toHaveLength(2);
    await db.ownerPool.query("update document set kept_until = '2026-07-31'");
    await sweepAt("2026-08-01T02:00:00Z");
    expect(await left()).toHaveLength(2);
    await sweepAt("2026-08-02T02:00:00Z");
    for (const table of ["document", "document_file", "objection"])
      expect(await rows(`select 1 from ${table}`)).toEqual([]);
    expect(await rows("select actor, data from audit_log where action = 'document.expire'")).toEqual([
      { actor: "job:document.prune", data: { count: 2, numbers: "GU-2026-0001, ST-2026-0001" } },
    ]);
    // What was paid is still explained.
    expect(await rows("select statement from payout")).toEqual([{ statement }]);
  });

  test("stay while somebody objects", async () => {
    await approvedRun(db.database, org, await runOf(db.database, org, ada));
    const { id: documentId } = await asOwner(db.database, org, (scope) => scope.db.document.findFirstOrThrow());
    await asAffiliate(db.database, org, ada, (scope) => raiseObjection(scope, { documentId, reason: "Too little" }));
    await db.ownerPool.query("update document set kept_until = '2026-06-30'");
    await sweepAt("2026-08-01T02:00:00Z");
    expect(await left()).toEqual(["GU-2026-0001"]);
  });

  test("are kept by the database before, also against the owner role", async () => {
    await issue();
    const early = /the law still keeps this document/;
    await expect(db.ownerPool.query("delete from document_file")).rejects.toThrow(early);
    await db.ownerPool.query("delete from objection");
    await expect(db.ownerPool.query("delete from document where kind = 'cancellation'")).rejects.toThrow(early);
    expect(await left()).toHaveLength(2);
  });
});
