import { expect } from "vitest";
import type { JobName } from "~/domain/shared/jobs";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { asOwner, type Org } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { approvedRun, simpleRun } from "../factories/payouts";
import type { TestDatabase } from "../support/database";

/** Jobs about payouts, for the test that runs every job twice concurrently. */
export function payoutCases(db: TestDatabase, org: () => Org, take: (name: JobName) => Promise<unknown>) {
  /** Approves a run of two months ago; since then nothing was stated. */
  async function earlierRun(): Promise<void> {
    const runId = await simpleRun(db.database, org());
    await withPayer(db.database, org(), { cadence: "monthly" });
    await approvedRun(db.database, org(), runId);
    await db.ownerPool.query("update payout_run set until = until - 62");
    await db.ownerPool.query("delete from graphile_worker._private_jobs");
  }
  return {
    "payout.statements": {
      async prepare() {
        await earlierRun();
        return { org_id: org().orgId };
      },
      async effect() {
        const { rows } = await db.ownerPool.query(`
          select p.gross, p.number like '%-0002' as "isNext", p.statement ->> 'unpaid' as unpaid, r.state
          from payout p join payout_run r on r.org_id = p.org_id and r.id = p.run_id where p.state = 'none'`);
        expect(rows).toEqual([{ gross: "0", isNext: true, unpaid: "nothing_due", state: "none" }]);
        expect((await db.jobs()).map((job) => job.task).sort()).toEqual(["mail.notification", "payout.documents"]);
      },
    },
    "payout.sweep": {
      async prepare() {
        await earlierRun();
        return {};
      },
      effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["payout.statements"]),
    },
    "payout.documents": {
      async prepare() {
        const runId = await simpleRun(db.database, org());
        await db.runJobs();
        await approvedRun(db.database, org(), runId);
        const payload = await take("payout.documents");
        // Paid before the file exists: the job gives it as the receipt.
        await asOwner(db.database, org(), async (scope) =>
          payPayouts(scope, { runId, payoutIds: null, paidOn: await scope.today() }),
        );
        await db.ownerPool.query("delete from graphile_worker._private_jobs");
        return payload;
      },
      async effect() {
        const { rows } = await db.ownerPool.query(`
          select f.name, f.type, f.kind, d.receipt_file = f.id as "isReceipt", (select count(*)::int from file) as files
          from payout p join file f on f.org_id = p.org_id and f.id = p.file_id
          join deal d on d.org_id = p.org_id and d.payout_id = p.id`);
        expect(rows).toEqual([
          {
            name: expect.stringMatching(/^AB-\d{4}-0001\.pdf$/),
            type: "application/pdf",
            kind: "document",
            isReceipt: true,
            files: 1,
          },
        ]);
        const notes = await db.ownerPool.query(`
          select d.kind, f.pdf_size > 10000 as pdf, f.xml_size > 2000 as xml
          from document d join document_file f on f.org_id = d.org_id and f.document_id = d.id`);
        expect(notes.rows).toEqual([{ kind: "credit_note", pdf: true, xml: true }]);
      },
    },
  };
}
