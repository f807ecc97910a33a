import type { UseCase } from "../use-cases";
import { payoutTests, runs } from "./payout-coverage.ts";
import { moreTests } from "./more-coverage.ts";

/**
 * The test files that run on a cluster too, with the use cases that each is responsible for. Not suitable are files
 * whose own statements Citus rejects, or that wait for locks of a single server.
 */
export const clusterTests: Record<string, UseCase[]> = {
  ...payoutTests,
  ...moreTests,
  "tests/jobs/idempotence.test.ts": runs`
    payouts/statement-files#payoutsWithoutFile payouts/statement-files#setStatementFile
    payouts/statement-files#statementWithoutFile
    affiliates/activate-affiliate#activateAffiliate affiliates/add-affiliate#addAffiliate
    affiliates/add-affiliate#importAffiliate affiliates/erase-affiliate#eraseAffiliate
    affiliates/erase-affiliate#eraseLockedAffiliate affiliates/invited-person#invitedPerson
    affiliates/last-invitations#lastInvitations affiliates/lock-affiliate#lockAffiliate
    affiliates/mail-invitation#mailInvitation affiliates/send-invitation#sendFirstInvitation
    audit/record-audit#recordAction audit/record-audit#recordAudit audit/record-audit#recordAuditEntries
    audit/record-audit#recordBatch
    commissions/run-generation#countRecurring commissions/run-generation#runGeneration deals/create-deal#createDeal
    deals/generate-payments#createMissing deals/generate-payments#generatePayments deals/price-deal#priceDeal
    identity/delete-person#deletePerson identity/delete-person#endPortal identity/has-left#hasLeft
    identity/inspect-link#inspectLink identity/issue-link#issueLink identity/link-mail#linkMail
    identity/link-mail#markLinkEmailed identity/lock-user#lockUser identity/open-person#allowUserAccess
    identity/open-person#ensureInvited identity/owners-language#ownersLanguage identity/password-hash#passwordHashOf
    identity/queue-erasure#queueErasure identity/read-people#readPeople identity/redeem-link#redeemLink
    identity/refused-address#isAddressRefused identity/request-link#requestLink
    identity/request-link#sendRequestedLink identity/security-notice#giveSecurityNotice
    identity/security-notice#markSecurityEmailed identity/security-notice#securityMail identity/session#startSession
    identity/sign-up#signUp imports/change-import#chooseColumns imports/change-import#continueImport
    imports/change-import#lockIn imports/change-import#startImport imports/check-leads#checkLeads
    imports/check-rows#checkRows imports/read-import#countOutcomes imports/read-import#lockImport
    imports/read-import#readImport imports/stage-import#beginImport imports/stage-import#endStaging
    imports/stage-import#stageRows imports/stage-import#storeResults imports/step-import#stepImport
    leads/add-lead#addLead leads/add-lead#addLeads leads/change-status#changeStatus leads/create-lead#createLead
    leads/create-lead#createLeads leads/erase-lead#eraseLead
    leads/lead-addresses#awaitAddresses leads/lead-addresses#lockAddresses leads/lock-leads#lockLeads
    leads/overwrite-contacts#emptyWaitingRows leads/overwrite-contacts#overwriteContacts
    leads/overwrite-contacts#overwriteImported leads/submit-lead#submitLead members/invitation-mail#invitationMail
    members/invitation-mail#markInvitationEmailed members/invite-member#inviteMember members/list-members#readMembers
    members/lock-members#lockMembers members/lock-members#lockMembersAsOwner members/send-invitation#newLink
    members/send-invitation#queueInvitation members/send-invitation#refuseTooSoon
    notifications/mail-choices#readMuted notifications/notify-affiliate#notifyAffiliate
    notifications/notify-affiliate#notifyAffiliates notifications/notify-staff#notifyOwners
    notifications/notify-staff#notifyStaff notifications/tell-owners#notifyOwnersOf
    organizations/begin-mail#beginMail organizations/begin-mail#markEmailed
    organizations/create-organization#createOrganization organizations/mail-budget#requireStrangerMail
    organizations/mail-budget#takeStrangerMail shared/insert-rows#insertRows
    subscriptions/check-subscription#checkSubscription subscriptions/checkout-number#beginCheckout
    subscriptions/checkout-number#recordCheckoutsEnded subscriptions/notify-billing#notifySubscriptionOver
    subscriptions/notify-billing#notifyTrialEnding subscriptions/require-active#requireActive
    subscriptions/start-checkout#startCheckout subscriptions/stripe-customer#organizationOf
    subscriptions/stripe-customer#readCustomer subscriptions/stripe-customer#storeCustomer
    subscriptions/take-event#markHandled subscriptions/take-event#openEvent subscriptions/take-event#takeEvent
    subscriptions/warn-of-deletion#deletionMail subscriptions/warn-of-deletion#markDeletionEmailed
    subscriptions/warn-of-deletion#warnOfDeletion terms/active-terms#activeTerms terms/list-terms#listTerms
    terms/save-terms#saveTerms webhooks/emit-event#emitEvents webhooks/following-deliveries#claimPendingDeliveries
    webhooks/payload#webhookPayload webhooks/prepare-delivery#prepareDelivery webhooks/queue-attempt#queueAttempt
    webhooks/record-attempt#openDelivery webhooks/record-attempt#recordArrival webhooks/record-attempt#recordAttempt
    webhooks/save-webhook#saveWebhook
  `,
  "tests/db/customer-payments.test.ts": runs`
    commissions/read-customer-payment#readCustomerPayment commissions/record-customer-payments#recordCustomerPayments
    commissions/record-customer-payments#removeCustomerPayments deals/release-from-drafts#releaseCommissions
    commissions/record-customer-payments#undoCustomerPayments terms/active-terms#dueRuleOf
  `,
  "tests/db/import-customer-payments.test.ts": runs`
    commissions/record-customer-payments#findRemovable commissions/record-customer-payments#importCustomerPayments
    commissions/record-customer-payments#removeImportedPayments imports/check-payments#checkPayments
    imports/find-commissions#findCommissions
  `,
  "tests/jobs/vat-check.test.ts": runs`
    payouts/check-vat#openVatCheck payouts/check-vat#queueVatCheck payouts/check-vat#readVatCheck
    payouts/check-vat#recordVatCheck
  `,
  "tests/db/conversation-erased.test.ts": runs`files/drop-attachments#dropAttachments`,
  "tests/db/conversation.test.ts": runs`
    leads/read-conversation#readConversation
    leads/read-conversation#readOwnConversation leads/read-lead-page#readLeadPage
    leads/take-back-entry#requireOwnMessage leads/take-back-entry#takeBackAnswer
    leads/take-back-entry#takeBackEntry leads/write-entry#answerMessage leads/write-entry#sendMessage
    leads/write-entry#writeNote notifications/notify-staff#notifyMentioned
  `,
  "tests/db/live.test.ts": runs`leads/move-lead#moveLead leads/move-leads#moveLeads`,
  "tests/db/use-cases-on-a-cluster.test.ts": runs`
    affiliates/end-access#endAccess affiliates/import-invitations#readImportInvitations
    affiliates/namesakes#namesakes affiliates/namesakes#payeeNames api-keys/create-api-key#createApiKey
    audit/extend-undo#readUndoTime commissions/generation-run#queueGeneration
    commissions/list-transactions#paidInPeriod commissions/lock-commissions#lockCommissions
    commissions/pay-commissions#payCommissions commissions/reopen-commissions#reopenCommissions
    commissions/start-generation#generateOrQueue deals/end-deal#endDeal deals/list-own-deals#listOwnDeals
    deals/lock-deal#lockDeal deals/payment-progress#paymentProgress deals/payment-progress#paymentProgressOf
    deals/payments-of-deal#lockPaymentsOfDeal deals/payments-of-deal#paymentsOfDeal deals/record-claims#dropClaims
    deals/record-claims#deleteClaims deals/record-claims#recordClaims deals/regenerate-payments#previewRegeneration
    identity/refused-address#recordAddressReached identity/refused-address#recordAddressRejected
    identity/set-appearance#setAppearance identity/set-language#setLanguage imports/change-encoding#changeEncoding imports/change-encoding#readRaw
    imports/finish-import#finishImport imports/list-import-rows#firstRows imports/undo-import#createdRows
    imports/undo-import#previewUndo leads/count-leads#countLeadsOf members/send-invitation#mayInvite
    members/send-invitation#mayResend organizations/allow-contact#allowContact
    organizations/mail-budget#holdStrangerMail organizations/mail-budget#readMailBudget
    organizations/mail-budget#setMailBudget shared/query-together#runQueries shared/query-together#runQuery
    shared/sums-of-period#countReached shared/sums-of-period#dealsOfPeriod shared/sums-of-period#dealsQuery
    shared/sums-of-period#sumsOfPeriod webhooks/endpoint-health#lockEndpoint webhooks/endpoint-health#recordEndpointFailure
  `,
  "tests/db/files.test.ts": runs`
    commissions/own-file#isOwnFile files/delete-file#deleteFile files/delete-file#deleteUnusedFiles
    files/file-rows#beginFile files/file-rows#dropFile files/file-rows#endFile files/file-rows#storePiece
    files/read-file#fileBytes files/read-file#readFile files/read-file#readPiece files/read-file#requireReceiptFile
    files/store-file#storeFile files/store-file#withStoredFile
  `,
  "tests/db/files-kept.test.ts": runs`
    files/move-file#filesInBucket files/move-file#filesToMove files/move-file#knownFiles files/move-file#recordMoved
    files/read-file#listFiles
  `,
  "tests/db/publishing-client.test.ts": [],
  "tests/db/size-note.test.ts": [],
  "tests/db/view-portal.test.ts": runs`
    affiliates/delete-affiliate#deleteAffiliate affiliates/delete-affiliate#lockForDeletion
    affiliates/invite-all#countUninvited reports/list-affiliates#countAffiliates
    reports/list-affiliates#hasAffiliates reports/list-affiliates#listAffiliates
    affiliates/read-own-affiliate#readOwnAffiliate affiliates/view-portal#beginView affiliates/view-portal#endView
    affiliates/view-portal#viewedAffiliate archive/read-table#readTable commissions/list-own-earnings#listOwnEarnings
    commissions/list-own-earnings#sumOwnEarnings commissions/read-commissions#readCommissions
    deals/list-own-deals#countOwnDeals deals/read-own-deal#readOwnDeal deals/read-schedule#readSchedule
    deals/won-volumes#wonVolume deals/won-volumes#wonVolumes identity/own-account#readOwnAccount
    identity/own-sessions#listOwnSessions identity/session#endSession identity/session#readSession
    leads/lead-steps#leadSteps leads/list-own-leads#countOwnLeads leads/list-own-leads#latestOwnLeads
    leads/list-own-leads#listOwnLeads leads/read-own-lead#readOwnLead members/list-members#readMember
    members/remove-member#removeMember notifications/count-unread#countUnread
    notifications/count-unread#unreadNotices notifications/list-notices#listNotices
    notifications/mail-choices#readMailChoices notifications/mark-read#markAllRead
    reports/affiliate-summary#summarizeAffiliate shared/aggregates#aggregatesOf shared/aggregates#readAggregates
    subscriptions/require-active#isPaused
  `,
  "tests/db/deal-ends.test.ts": runs`
    audit/extend-undo#afterMailOf commissions/reverse-payment#reversePayment commissions/undo-payment#undoPayment
    deals/align-payments#alignPayments deals/apply-payment-plan#applyPaymentPlan deals/deal-view#dealViews
    deals/edit-deal#editDeal deals/end-deal#readEndableDeal deals/list-deals#listDeals
    deals/match-deals#matchAllDeals deals/read-deal#readDeal deals/resume-deal#lockToResume
    deals/resume-deal#resumeDeal deals/unpaid-deals#unpaidDeals leads/lock-leads#canceledLeads
    notifications/take-back-notices#takeBackNotices reports/rank-affiliates#rankAffiliates
    shared/matching#matchingDeals
  `,
  "tests/db/required-factor.test.ts": runs`
    affiliates/affiliate-choices#listedAffiliates affiliates/affiliate-choices#withChosen
    identity/passkeys#listPasskeys identity/second-factor#hasFactor identity/second-factor#readFactor
    identity/second-factor#removeFactor identity/switch-organization#switchOrganization leads/count-leads#leadCounts
    fields/read-own-fields#hasOwnFields members/delete-account#readOwnWork organizations/require-factor#requireFactor
    leads/lead-board#leadBoard leads/lead-cards#cardRows leads/lead-cards#cardsOf leads/lead-cards#leadCards
  `,
  "tests/db/api-records.test.ts": runs`
    affiliates/edit-affiliate#editAffiliate affiliates/read-affiliate#readAffiliate
    affiliates/send-invitation#sendInvitation api-keys/once#doOnce api-keys/use-api-key#findApiKey
    api-keys/use-api-key#recordKeyUse audit/audit-names#namesOfActors audit/audit-names#namesOfSubjects
    audit/list-audit#listAudit commissions/list-payments#listPayments commissions/list-transactions#listTransactions
    commissions/read-commission#readCommission commissions/read-commission#readTransaction
    commissions/set-receipt#setReceipt deals/deal-times#withTimes deals/read-editable-deal#readEditableDeal
    leads/edit-lead#editLead leads/lead-facts#leadFacts leads/list-leads#listLeadFacts
    leads/match-leads#matchAllLeads leads/match-leads#matchLeads leads/read-lead#readLead
    leads/require-affiliate#requireAffiliateOfOrg shared/matching#matchingLeads terms/active-terms#termsOf
  `,
  "tests/jobs/webhook-test.test.ts": runs`
    webhooks/change-endpoint#lockedEndpoint webhooks/endpoint-health#dropWaiting
    webhooks/list-deliveries#listDeliveries webhooks/list-deliveries#readDelivery webhooks/record-attempt#recordTest
    webhooks/resend#countAllToSend webhooks/resend#countToSend webhooks/resend#resendDeliveries
    webhooks/resend#resendDelivery webhooks/save-webhook#readWebhook webhooks/test-target#testTarget
  `,
  "tests/db/close-organization.test.ts": runs`
    members/close-organization#closeOrganization members/close-organization#reopenOrganization
    members/closing-mail#closingMail members/read-closing#closedUntilDay members/read-closing#readBeforeClosing
    subscriptions/require-active#requireOpen subscriptions/stop-subscription#stopSubscription
  `,
  "tests/db/change-account.test.ts": runs`
    identity/begin-session#beginSession identity/change-email#beginEmailChange identity/change-email#moveTo
    identity/change-name#changeName identity/change-password#changePassword
    identity/check-password#passwordCandidates identity/own-organizations#organizationsOf
    identity/password-hash#passwordHashOfSignUp identity/revoke-links#revokeLinks
    identity/start-password-session#startPasswordSession notifications/tell-owners#notifyOfAccount
  `,
  "tests/db/affiliate-page.test.ts": runs`
    audit/list-audit#latestAbout commissions/pay-commissions#markPaymentPaid commissions/total-payments#paymentTotals
    commissions/total-payments#totalPayments deals/claims-of-affiliate#claimsOfAffiliate leads/count-leads#countLeads
    leads/latest-leads#latestLeadsOf reports/affiliate-page#readAffiliatePage
  `,
  "tests/db/import-leads.test.ts": runs`
    imports/list-import-rows#listImportRows imports/list-import-rows#listRemarks
    imports/unknown-affiliates#listUnknownAffiliates leads/read-lead-history#readLeadHistory
  `,
  "tests/db/passkeys.test.ts": runs`
    identity/begin-session#completeSignIn identity/begin-session#startPasskeySession identity/passkeys#findPasskey
    identity/passkeys#storePasskey identity/second-factor#addPasskey identity/second-factor#replaceRecoveryCodes
    identity/second-factor#useProof identity/session#recordProof
  `,
  "tests/db/route-matrix.test.ts": runs`
    affiliates/affiliate-choices#affiliateChoices affiliates/create-manual-invitation#mayGetManualLink
    affiliates/delete-affiliate#countLeadsAndDeals affiliates/invite-all#inviteAll
    affiliates/invite-all#readUninvited affiliates/namesakes#nameForStaff affiliates/read-invitation#readInvitation
    api-keys/list-api-keys#hasApiKey api-keys/list-api-keys#listApiKeys api-keys/list-api-keys#readApiKey
    api-keys/revoke-api-key#revokeApiKey audit/list-audit#listSteps commissions/count-due#dueCommissions
    commissions/due-by-affiliate#dueOfAffiliates commissions/list-payments#eachPayment commissions/list-runs#listRuns
    commissions/list-transactions#eachTransaction commissions/list-transactions#totalTransactions
    commissions/pay-all-due#readPayable payouts/list-owed#listOwed payouts/list-owed#totalOwed
    commissions/preview-generation#previewGeneration
    commissions/read-reversal#readReversal imports/read-import#latestImports leads/count-sharing#countSharing
    leads/duplicate-of#duplicateOf leads/read-chosen-leads#readChosenLeads leads/read-contact#exportContact
    leads/read-contact#readContact members/erase-member#eraseMember members/list-members#listInvitations
    members/read-own-membership#readOwnMembership notifications/mail-choices#saveMailChoices
    organizations/read-owners#readOwners organizations/read-setup#markSetupDone
    organizations/read-setup#readHiddenSetup organizations/read-setup#readProgress organizations/read-setup#readSetup
    organizations/require-factor#requiresFactor reports/read-figures#readFigures reports/read-report#readReport
    reports/read-step-times#readStepTimes webhooks/change-endpoint#changeSecret
    webhooks/change-endpoint#hasDeliveries webhooks/change-endpoint#readEndpointState
  `,
  "tests/db/erase-members.test.ts": runs`
    identity/security-notice#storeSecurityNotice members/erase-member#eraseAccount members/erase-member#eraseTexts
    organizations/set-reply-to#setReplyTo
  `,
  "tests/db/payer.test.ts": runs`payouts/payer#readPayer payouts/payer#readRhythm payouts/payer#savePayer`,
  "tests/db/payer-settings.test.ts": runs`
    payouts/affiliate-code#affiliateCodes payouts/payer#readPayerAccount payouts/payer#readPayerProfile
    payouts/payer#requireSecondApprover payouts/payer#lockPayer payouts/set-payer-account#setPayerAccount
  `,
  "tests/db/agreements.test.ts": runs`
    payouts/agreement#acceptAgreement payouts/agreement#agreementsOn payouts/agreement#readAgreement
    payouts/agreement#withdrawAgreement
  `,
  "tests/db/payee-accounts.test.ts": runs`
    payouts/account-mail#accountMail identity/earlier-people#earlierPeople payouts/account-mail#tellOfAccount
    payouts/payee-account#accountOfLink payouts/payee-account#confirmAccount payouts/payee-account#confirmByLink
    payouts/payee-account#enterAccount payouts/payee-account#readAccountRows payouts/payee-account#readAccounts
    payouts/payee-account#withdrawAccount
    payouts/read-payee#readMissing payouts/read-payee#readPayee payouts/save-payee#payeeOf payouts/save-payee#readPayeeData payouts/save-payee#savePayee
  `,
  "tests/db/undo-import.test.ts": runs`
    imports/undo-import#finishUndoing imports/undo-import#undoImport imports/undo-import#undoRows
  `,
  "tests/db/checkout-once.test.ts": runs`
    subscriptions/notify-billing#notifyPaidTwice subscriptions/start-checkout#openPortal
    subscriptions/stripe-customer#clearCustomer
  `,
  "tests/db/affiliate-invitations.test.ts": runs`
    affiliates/create-manual-invitation#createManualInvitation affiliates/create-manual-invitation#inviteByHandIfNew
    identity/issue-link#createManualLink
  `,
  "tests/db/lead-lists.test.ts": runs`deals/match-deals#matchScreen leads/list-leads#listLeads`,
  "tests/db/organizations.test.ts": runs`
    commissions/count-due#countDue organizations/edit-organization#editOrganization
    shared/lock-organization#lockOrganization
  `,
  "tests/db/members.test.ts": runs`
    members/change-role#changeRole members/hand-over#handOver members/lock-invitation#lockInvitation
    members/resend-invitation#resendInvitation members/revoke-invitation#revokeInvitation
  `,
  "tests/db/setup.test.ts": runs`organizations/hide-setup#hideSetup organizations/hide-setup#showSetup`,
  "tests/db/billing-notices.test.ts": runs`subscriptions/notify-billing#notifyPaymentFailed`,
  "tests/db/audit.test.ts": runs`commissions/pay-all-due#payAllDue`,
  "tests/db/own-sessions.test.ts": runs`identity/own-sessions#endOtherSessions identity/own-sessions#endOwnSession`,
  "tests/db/identity.test.ts": runs`identity/redeem-sign-up#redeemSignUp identity/sign-up#mailSignUpAgain`,
  "tests/db/second-factor.test.ts": runs`
    identity/second-factor#beginApp identity/second-factor#cancelApp identity/second-factor#confirmApp
  `,
  "tests/db/mail-choices.test.ts": runs`notifications/mail-choices#muteTopic`,
  "tests/db/join.test.ts": runs`
    identity/admit-invited#accountState identity/admit-invited#activateInvitedUser
    members/accept-invitation#acceptInvitation members/read-invitation#readInvitation
  `,
  "tests/db/saved-views.test.ts": runs`
    audit/match-audit#matchAudit commissions/group-by-affiliate#groupByAffiliate
    commissions/match-commissions#matchAllCommissions commissions/match-commissions#matchCommissions
    commissions/sums-of-deals#sumsOfDeals identity/set-appearance#setColumns views/edit-view#deleteOwnViews
    views/default-view#readDefaultView views/default-view#setDefaultView views/edit-view#deleteView
    views/edit-view#editView views/edit-view#restoreView views/list-views#readView
    views/list-views#viewsOfMember views/save-view#saveView shared/matching#matchingDeliveries
    shared/matching#matchingReceipts
  `,
  "tests/db/due-by-affiliate.test.ts": runs`commissions/due-by-affiliate#dueByAffiliate`,
  "tests/db/undo-leads.test.ts": runs`
    leads/reassign-leads#reassignLeads leads/undo-giving#undoReassignment leads/undo-leads#undoLeads
  `,
  "tests/db/switch-portal.test.ts": runs`
    affiliates/deactivate-affiliate#deactivateAffiliate identity/switch-organization#switchAffiliation
  `,
  "tests/jobs/webhook-health.test.ts": runs`
    webhooks/change-endpoint#enableWebhook webhooks/endpoint-health#recordSuccess
    webhooks/following-deliveries#recordFollowing
  `,
  "tests/db/lead-view.test.ts": runs`leads/match-leads#showsLead`,
  "tests/db/aggregates.test.ts": runs`commissions/pay-commissions#markDealPaid`,
  "tests/db/imports.test.ts": runs`imports/change-import#cancelImport imports/stage-import#dropImport`,
  "tests/db/attempts.test.ts": runs`identity/sign-up#pendingAddress`,
  "tests/db/regenerate-payments.test.ts": runs`deals/regenerate-payments#regeneratePayments`,
  "tests/db/undo-payment.test.ts": runs`audit/extend-undo#extendUndo audit/undoable-action#undoableAction audit/undoable-rows#readUndoable`,
  "tests/db/notices.test.ts": runs`notifications/mark-read#markRead`,
};

/** Use cases that run on no cluster, with the reason, such as that they need no database. */
export const withoutDatabase: Record<UseCase, string> = {};
