import type { UseCase } from "../use-cases";

/** Splits a list of use cases. */
export const runs = ([names = ""]: TemplateStringsArray): UseCase[] => names.split(/\s+/).filter(Boolean);

/** Test files of payouts, and of actions on several affiliates, that run on a cluster too; see coverage.ts. */
export const payoutTests: Record<string, UseCase[]> = {
  "tests/db/lead-work.test.ts": runs`
    leads/assign-leads#assignLeads leads/assign-leads#undoAssigning leads/emit-updated#emitUpdated
    leads/finish-step#finishStep
    leads/finish-step#reopenStep leads/finish-step#undoFinishing leads/lead-work#readWork
    leads/lead-work#requireMember leads/lead-work#requireValidWork leads/lead-work#responsibleNames
    leads/lead-work#writeWork leads/list-leads#neighborsOf leads/release-leads#countLeadsOfMember
    leads/release-leads#releaseLeads leads/remind-due#readDueLeads leads/remind-due#remindOfDueLeads
    leads/set-next-steps#setNextSteps leads/set-next-steps#undoNextSteps leads/edits-since#editsSince
    leads/lead-work#readWorks leads/work-filter#countWork leads/work-filter#ofWork
    leads/work-filter#pageOfWork leads/count-leads#withWorkCounts notifications/notify-staff#notifyDue
  `,
  "tests/db/own-field-definitions.test.ts": runs`
    fields/delete-own-field#countOwnValues fields/delete-own-field#deleteOwnField
    fields/delete-own-field#purgeOwnField fields/delete-own-field#removeOwnValues
    fields/delete-own-field#restoreOwnField fields/read-own-fields#readAllOwnFields
    fields/read-own-fields#readOwnField fields/save-own-field#addOwnField fields/save-own-field#editOwnField
    fields/save-own-field#moveOwnField
  `,
  "tests/db/own-fields.test.ts": runs`
    deals/match-deals#matchDeals fields/own-matches#ownConditions fields/own-values#changeOwnValues
    fields/own-values#insertOwnValues fields/own-values#readOwnData fields/own-values#readOwnOfRecords
    fields/own-values#readOwnValues fields/read-own-fields#readOwnFields
    fields/listed-own#readListedOwn fields/own-matches#ownFilterProblems fields/own-values#readOwnOf
  `,
  "tests/db/own-fields-files.test.ts": runs`
    fields/own-values#emptyOwnValues fields/own-values#personalOwnKeys
  `,
  "tests/db/affiliate-batches.test.ts": runs`
    reports/affiliate-query#figureAggregates reports/affiliate-query#joinsOf reports/affiliate-query#matchingAffiliates
    reports/list-affiliates#findAffiliates
    reports/choose-matching#chooseMatching affiliates/choose-affiliates#lockAffiliates
    affiliates/choose-affiliates#readChosenAffiliates affiliates/set-statuses#setStatuses
    affiliates/undo-statuses#undoStatuses
  `,
  "tests/db/receipt-batches.test.ts": runs`
    commissions/choose-transactions#chooseTransactions commissions/set-receipts#setReceipts
    commissions/set-receipts#writeReceipts commissions/undo-receipts#undoReceipts files/read-file#lockReceiptFiles
  `,
  "tests/http/all-that-match.test.ts": runs`
    commissions/choose-waiting#chooseWaiting commissions/read-for-action#readForAction
    leads/choose-leads#chooseMatchingLeads leads/list-leads#leadIds
  `,
  "tests/db/standard-terms.test.ts": runs`
    affiliates/give-standard-terms#giveStandardTerms terms/standard-terms#readStandardTerms terms/term-row#termRow
    terms/standard-terms#saveStandardTerms terms/terms-of-several#previewTerms
    terms/terms-of-several#setTermsOfSeveral terms/undo-terms#undoTerms
  `,
  "tests/db/payout-payments.test.ts": runs`
    commissions/reopen-payouts#reopenPayouts payouts/pay-payouts#payPayouts payouts/close-run#closeRun
    payouts/close-run#commissionsOf payouts/return-payout#cancelPayout payouts/return-payout#payAgain
    payouts/return-payout#returnPayout payouts/held-payouts#heldPayouts
    payouts/read-statement#hasOwnStatements payouts/read-statement#listOwnStatements
    payouts/read-statement#readStatement payouts/statement-files#giveReceipts
  `,
  "tests/db/payout-bank-files.test.ts": runs`
    payouts/make-bank-file#loadBankFile payouts/make-bank-file#loadPayoutRows payouts/make-bank-file#makeBankFile
    payouts/make-bank-file#readBankFiles payouts/make-bank-file#readPaymentCode
    payouts/payer#setWiseTitles payouts/wise-template#readStoredTemplate payouts/wise-template#requireWiseTemplate
    payouts/wise-template#saveWiseTemplate
  `,
  "tests/db/ask-details.test.ts": runs`payouts/ask-details#askedAffiliate payouts/ask-details#askForDetails`,
  "tests/db/api-payouts.test.ts": runs`payouts/list-payouts#listPayouts payouts/list-payouts#readPayout`,
  "tests/db/api-documents.test.ts": runs`
    payouts/list-documents#listDocuments payouts/list-documents#readDocument
    payouts/list-documents#requireDocumentFile
  `,
  "tests/db/invoice-checks.test.ts": runs`
    payouts/ask-for-invoices#askForInvoices payouts/invoice-number#requireOneAccepted
    payouts/invoice-number#requireUnusedNumber
  `,
  "tests/db/own-invoices.test.ts": runs`
    payouts/decide-invoice#acceptInvoice payouts/decide-invoice#refuseInvoice payouts/invoice-slot#lockPayouts
    payouts/invoice-slot#requireInvoiceSlot payouts/invoice-slot#voidInvoices
    payouts/read-invoices#readInvoiceStatuses payouts/read-invoices#readInvoices
    payouts/submit-invoice#submitInvoice
  `,
  "tests/db/payout-runs.test.ts": runs`
    commissions/pay-commissions#settleCommissions deals/release-from-drafts#releaseDeal
    deals/in-payouts#inPayouts payouts/approve-run#approveRun payouts/build-statements#buildStatements payouts/create-run#createRun
    payouts/create-run#previewRun payouts/emit-payouts#emitDocuments payouts/emit-payouts#emitPayouts
    payouts/emit-payouts#openPayouts payouts/list-owed#countInRuns payouts/list-owed#countWhollyInRuns
    payouts/lock-run#inRun payouts/lock-run#lockLines payouts/lock-run#lockRun
    payouts/next-numbers#takeNumbers payouts/read-payee#readPayeeFacts payouts/read-run#listPayoutRuns
    payouts/read-run#readRun payouts/run-facts#readRunPayees payouts/run-facts#readRunTerms
    payouts/statement-lines#readPlannedLines payouts/statement-lines#readStatementLines
    payouts/take-back-run#discardRun payouts/take-back-run#freeLines payouts/take-back-run#leaveOut
    payouts/take-back-run#markSent payouts/take-back-run#voidRun
  `,
  "tests/db/reclaims.test.ts": runs`
    payouts/reclaims#listReclaims payouts/reclaims#readOpenReclaim payouts/reclaims#readReclaims
    payouts/run-facts#readLines payouts/settle-reclaim#settleReclaim payouts/settle-reclaim#undoSettlement
  `,
  "tests/db/erase-documents.test.ts": runs`
    affiliates/erase-payee#eraseAccounts affiliates/erase-payee#erasePayee
  `,
  "tests/db/archive-documents.test.ts": runs`
    archive/list-documents#listAgreedTexts archive/list-documents#listArchivedDocuments
    archive/list-documents#readDocumentBytes
  `,
  "tests/db/credit-notes.test.ts": runs`
    payouts/documents#documentToWrite payouts/documents#documentsWithoutFiles payouts/documents#loadDocument
    payouts/documents#readDocuments payouts/documents#readDocumentPdf payouts/documents#storeDocumentFiles payouts/issue-documents#cancelCreditNotes
    payouts/issue-documents#enqueueDocuments payouts/issue-documents#issueCreditNotes payouts/next-numbers#giveNumbers
    payouts/objections#keepDocument payouts/objections#raiseObjection payouts/objections#withdrawObjection
  `,
  "tests/db/payout-statements.test.ts": runs`
    payouts/issue-statements#issueDueStatements payouts/issue-statements#issueStatements
    payouts/store-statements#storeStatements
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
  "tests/db/close-portal.test.ts": runs`
    members/closing-portal#closingPortalMail members/closing-portal#tellAffiliates members/read-closing#lastArchive
    payouts/documents#listOwnDocuments
  `,
  "tests/db/report-groups.test.ts": runs`
    reports/read-breakdown#readBreakdown reports/read-forecast#readForecast reports/read-groups#readGroups
    reports/read-member-work#withMemberWork
  `,
};
