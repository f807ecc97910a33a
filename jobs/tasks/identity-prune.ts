import { defineTask } from "../define-task";

/** Sessions that ended and links that expired a month ago; until then a used link can still say that it was used. */
export const identityPrune = defineTask("identity.prune", async (_payload, { owner }) => {
  await owner.query("delete from public.session where expires_at < now()");
  await owner.query("delete from public.one_time_token where expires_at < now() - interval '30 days'");
  await owner.query("delete from public.sign_up where expires_at < now() - interval '30 days'");
});
