import type { UseCase } from "../use-cases";

/** Splits a list of use cases. */
export const runs = ([names = ""]: TemplateStringsArray): UseCase[] => names.split(/\s+/).filter(Boolean);

/** Test files of payouts that run on a cluster too; see coverage.ts. */
export const payoutTests: Record<string, UseCase[]> = {
  "tests/db/payout-payments.test.ts": runs`
    commissions/reopen-payouts#reopenPayouts payouts/pay-payouts#payPayouts payouts/pay-payouts#returnPayout
    payouts/read-statement#hasOwnStatements payouts/read-statement#listOwnStatements
    payouts/read-statement#readStatement payouts/statement-files#giveReceipts
  `,
  "tests/db/payout-bank-files.test.ts": runs`
    payouts/make-bank-file#loadBankFile payouts/make-bank-file#loadPayoutRows payouts/make-bank-file#makeBankFile
    payouts/make-bank-file#readBankFiles payouts/make-bank-file#readPaymentCode
  `,
  "tests/db/payout-runs.test.ts": runs`
    commissions/pay-commissions#settleCommissions deals/release-from-drafts#releaseDeal
    deals/in-payouts#inPayouts payouts/approve-run#approveRun payouts/build-statements#buildStatements payouts/create-run#createRun
    payouts/create-run#previewRun payouts/lock-run#inRun payouts/lock-run#lockLines payouts/lock-run#lockRun
    payouts/next-numbers#takeNumbers payouts/read-payee#readPayeeFacts payouts/read-run#listPayoutRuns
    payouts/read-run#readRun payouts/run-facts#readRunPayees payouts/run-facts#readRunTerms
    payouts/statement-lines#readPlannedLines payouts/statement-lines#readStatementLines
    payouts/take-back-run#discardRun payouts/take-back-run#freeLines payouts/take-back-run#leaveOut
    payouts/take-back-run#markSent payouts/take-back-run#voidRun
  `,
  "tests/db/creditors.test.ts": runs`
    payouts/creditors#countUnnumbered payouts/creditors#listCreditors payouts/creditors#readCreditor
    payouts/creditors#setCreditor payouts/datev-settings#readDatevSettings
  `,
  "tests/db/datev.test.ts": runs`
    files/read-file#readFiles payouts/creditors#numberCreditors payouts/datev-facts#readDatevAffiliates
    payouts/datev-facts#readDatevDocuments payouts/datev-facts#readDatevPayouts payouts/datev-files#loadDatevFile
    payouts/datev-files#loadDatevPdfs payouts/datev-files#previewDatev payouts/datev-settings#saveDatevSettings
  `,
};
