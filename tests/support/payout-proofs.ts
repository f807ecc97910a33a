import { storeDocumentFiles } from "~/domain/payouts/documents.server";
import { makeBankFile } from "~/domain/payouts/make-bank-file.server";
import { requireSecondApprover } from "~/domain/payouts/payer.server";
import { asOwner, type Org } from "../factories/organizations";
import { approvedRun, simpleRun, versionOfRun, withPayerAccount } from "../factories/payouts";
import type { TestDatabase } from "./database";

/** Cases of the test that every action which gives power or data requires re-authentication. */
export function payoutCases(db: TestDatabase) {
  let run = { id: "", version: "" };
  let fileId = "";
  let payoutId = "";
  let documentId = "";
  /** An approved run of an organization with an account. */
  async function toSend(org: Org): Promise<void> {
    run = { id: await simpleRun(db.database, org), version: "" };
    await approvedRun(db.database, org, run.id);
    await withPayerAccount(db.database, org);
  }
  return {
    "payer.release_approver": {
      path: () => "/settings/payouts",
      form: () => ({ intent: "release-approver" }),
      prepare: ({ org }: { org: Org }) => asOwner(db.database, org, (scope) => requireSecondApprover(scope, true)),
      isLed: true as const,
      tells: "approver_released",
    },
    "payout.approve": {
      path: () => `/payouts/runs/${run.id}/approve`,
      form: () => ({ version: run.version }),
      prepare: async ({ org }: { org: Org }) => {
        const id = await simpleRun(db.database, org);
        run = { id, version: await versionOfRun(db.database, org, id) };
      },
    },
    "payout.make_bank_file": {
      path: () => `/payouts/runs/${run.id}`,
      form: () => ({ intent: "bank_file" }),
      prepare: async ({ org }: { org: Org }) => {
        await toSend(org);
      },
      isLed: true as const,
    },
    "payout.load_bank_file": {
      path: () => `/payouts/runs/${run.id}/bank-file`,
      form: () => ({ file_id: fileId }),
      prepare: async ({ org }: { org: Org }) => {
        await toSend(org);
        fileId = await asOwner(db.database, org, (scope) => makeBankFile(scope, run.id));
      },
      isLed: true as const,
    },
    "payout.load_list": {
      path: () => `/payouts/runs/${run.id}/list`,
      form: () => ({ format: "csv" }),
      prepare: async ({ org }: { org: Org }) => {
        await toSend(org);
      },
      isLed: true as const,
    },
    "payout.cancel": {
      path: () => `/payouts/runs/${run.id}/cancel/${payoutId}`,
      form: () => ({ reason: "wrong" }),
      prepare: async ({ org }: { org: Org }) => {
        await toSend(org);
        payoutId = (await asOwner(db.database, org, (scope) => scope.db.payout.findFirstOrThrow())).id;
      },
    },
    "document.load": {
      path: () => `/payouts/documents/${documentId}`,
      form: () => ({ format: "xml" }),
      prepare: async ({ org }: { org: Org }) => {
        await toSend(org);
        documentId = await asOwner(db.database, org, async (scope) => {
          const { id } = await scope.db.document.findFirstOrThrow();
          await storeDocumentFiles(scope, id, { pdf: Buffer.from("%PDF"), xml: Buffer.from("<note/>") });
          return id;
        });
      },
      isLed: true as const,
    },
    "payout.void": {
      path: () => `/payouts/runs/${run.id}/void`,
      prepare: async ({ org }: { org: Org }) => {
        await toSend(org);
      },
    },
  };
}
