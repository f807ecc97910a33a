import { KEPT_DAYS } from "~/domain/imports/import-run";
import { defineTask } from "../define-task";

/**
 * Deletes counts of attempts whose time is over, ended sessions, links a month after their end (until then a used link
 * is still reported as used), notices that were read three months ago, files that were imported a week ago, and what
 * tells repeated requests of the API a day ago.
 */
export const identityPrune = defineTask("identity.prune", async (_payload, { owner }) => {
  await owner.query("delete from public.rate_limit where expire < extract(epoch from now()) * 1000");
  await owner.query("delete from public.session where expires_at < now()");
  await owner.query("delete from public.one_time_token where expires_at < now() - interval '30 days'");
  await owner.query("delete from public.notification where read_at < now() - interval '90 days'");
  await owner.query("delete from public.sign_up where expires_at < now() - interval '30 days'");
  await owner.query("delete from public.security_notice where created_at < now() - interval '90 days'");
  await owner.query("delete from public.import_run where created_at < now() - make_interval(days => $1)", [KEPT_DAYS]);
  await owner.query("delete from public.api_request where created_at < now() - interval '1 day'");
  await owner.query(
    "delete from public.authenticator_app where confirmed_at is null and created_at < now() - interval '1 day'",
  );
});
