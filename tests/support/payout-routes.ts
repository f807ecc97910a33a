import type { Design } from "./route-design";

const staff = { area: "staff", get: 200 } as const;

/** Screens of payouts. */
export const payoutRoutes: Record<string, Design> = {
  "_app.payouts": staff,
  "_app.payouts.pay": { ...staff, post: 422 },
  "_app.payouts_.runs": staff,
  "affiliate.statements": { area: "portal", get: 200 },
  "affiliate.statements_.$payoutId": { area: "portal", get: 404 },
  "_app.payouts_.statements.$payoutId": { area: "staff", get: 404 },
  "_app.payouts_.runs_.new": { ...staff, post: 422 },
  "_app.payouts_.runs_.$runId": { area: "staff", get: 404, post: 400 },
  "_app.payouts_.runs_.$runId.approve": { area: "staff", get: 404, post: 422 },
  "_app.payouts_.runs_.$runId.pay": { area: "staff", get: 404, post: 422 },
  "_app.payouts_.runs_.$runId.void": { area: "staff", get: 404, post: 404 },
  "_app.payouts_.runs_.$runId.return.$payoutId": { area: "staff", get: 404, post: 422 },
};
