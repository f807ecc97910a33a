import type { Design } from "./route-design";

const staff = { area: "staff", get: 200 } as const;

const RUN_PAGE = "/payouts/runs/:runId";

/** Settings of own fields. */
export const fieldRoutes: Record<string, Design> = {
  "_app.leads.filter": staff,
  "_app.settings.fields": { ...staff, post: 400, form: { intent: "up", field_id: "x" } },
  "_app.settings.fields.new": {
    ...staff,
    ownersOnly: true,
    post: 422,
    form: { entity: "lead", kind: "text", label: "X", audience: "staff", purpose: "X" },
  },
  "_app.settings.fields.$fieldId.edit": { ...staff, ownersOnly: true, post: 422, form: { label: "X" } },
  "_app.settings.fields.$fieldId.delete": { ...staff, ownersOnly: true, post: 400, form: { intent: "delete" } },
  // The field is in use, so there is nothing to remove.
  "_app.settings.fields.$fieldId.purge": { area: "staff", get: 404, post: 400, form: { intent: "purge" } },
};

/** Screens of payouts. */
export const payoutRoutes: Record<string, Design> = {
  views: {
    area: "staff",
    get: "/",
    post: 400,
    isOnlyForm: true,
    form: { intent: "save", list: "leads", view_name: "Mine", query: "status=new" },
  },
  "views_.undo": { area: "staff", get: "/leads", post: "/leads", isOnlyForm: true },
  // Unknown views lead to the leads.
  "views_.$viewId": { area: "staff", get: "/leads", at: "/views/00000000-0000-4000-8000-000000000000" },
  "_app.payouts": staff,
  "_app.payouts.pay": { ...staff, post: 422 },
  "_app.payouts_.runs": staff,
  "affiliate.statements": { area: "portal", get: 200 },
  "affiliate.statements_.$payoutId": {
    area: "portal",
    get: 200,
    post: 400,
    form: { intent: "withdraw", objection_id: ":payoutId" },
  },
  "_app.payouts_.statements.$payoutId": {
    ...staff,
    post: 400,
    form: { intent: "keep", objection_id: ":payoutId", answer: "It is right" },
  },
  "_app.payouts_.reclaims.$affiliateId": {
    ...staff,
    post: 400,
    form: { intent: "undo", settlement_id: "019a0000-0000-7000-8000-000000000000" },
  },
  // The affiliate owes nothing.
  "_app.payouts_.reclaims.$affiliateId.repayment": {
    area: "staff",
    get: 404,
    post: 422,
    form: { day: "2026-01-01", version: "1" },
  },
  "_app.payouts_.reclaims.$affiliateId.waive": {
    area: "staff",
    get: 404,
    post: 422,
    form: { reason: "Bankrupt", version: "1" },
  },
  "payouts_.documents.$documentId": {
    area: "staff",
    get: "/payouts/runs",
    post: "/payouts/runs",
    isOnlyForm: true,
    form: { format: "pdf" },
    at: "/payouts/documents/00000000-0000-4000-8000-000000000000",
  },
  "affiliate.documents.$documentId.$format": {
    area: "portal",
    get: 404,
    at: "/affiliate/documents/00000000-0000-4000-8000-000000000000/pdf",
  },
  "payouts_.runs_.$runId.bank-file": {
    area: "staff",
    get: "/payouts/runs",
    post: RUN_PAGE,
    isOnlyForm: true,
    form: { file_id: "019a0000-0000-7000-8000-000000000000" },
  },
  "payouts_.runs_.$runId.list": {
    area: "staff",
    get: "/payouts/runs",
    post: RUN_PAGE,
    isOnlyForm: true,
    form: { format: "csv" },
  },
  "payouts_.datev.file": {
    area: "staff",
    get: "/payouts/datev",
    post: "/payouts/datev",
    isOnlyForm: true,
    form: { kind: "bookings", from: "2026-01-01", to: "2026-01-31" },
  },
  "_app.settings.payouts.datev": { ...staff, ownersOnly: true, post: 422 },
  "_app.payouts_.datev": staff,
  "_app.payouts_.datev_.creditors": staff,
  "_app.payouts_.datev_.creditors.number": { ...staff, post: 409 },
  "_app.payouts_.datev_.creditors.$affiliateId": {
    ...staff,
    post: "/payouts/datev/creditors",
    form: { creditor_name: "X" },
  },
  "_app.payouts_.runs_.new": { ...staff, post: 400, form: { intent: "create" } },
  "_app.payouts_.runs_.$runId": { ...staff, post: 400, form: { intent: "send" } },
  "_app.payouts_.runs_.$runId.approve": { ...staff, post: 422, form: { version: "x" } },
  // The owner's forms have taken the run back before the member looks, so its payouts are no longer open.
  "_app.payouts_.runs_.$runId.code.$payoutId": { area: "staff", get: { owner: 200, member: 404, other: 200 } },
  "_app.payouts_.runs_.$runId.wise": { ...staff, post: 422, form: { titles: "name,amount,targetCurrency,IBAN" } },
  "_app.payouts_.runs_.$runId.pay": { ...staff, post: 422, form: { paid_on: "2026-01-01" } },
  "_app.payouts_.runs_.$runId.void": { ...staff, post: RUN_PAGE, form: { reason: "Wrong account" } },
  // The payouts of the run need no invoice.
  "_app.payouts_.runs_.$runId.invoice.$payoutId": {
    area: "staff",
    get: 404,
    post: 400,
    form: { intent: "accept", invoice_id: "019a0000-0000-7000-8000-000000000000" },
  },
  "_app.payouts_.runs_.$runId.return.$payoutId": { ...staff, post: 422, form: { reason: "AC04" } },
  "_app.payouts_.runs_.$runId.cancel.$payoutId": { ...staff, post: 422, form: { reason: "Wrong" } },
};

/** Merging two records that are the same. */
export const mergeRoutes: Record<string, Design> = {
  "_app.leads.$leadId.merge": { ...staff, post: 422, form: { other_id: "00000000-0000-4000-8000-000000000000" } },
  "_app.affiliates.$affiliateId.merge": {
    ...staff,
    post: 422,
    form: { other_id: "00000000-0000-4000-8000-000000000000" },
  },
};
