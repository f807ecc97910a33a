import { queueVatCheck, readVatCheck, type VatCheckView } from "~/domain/payouts/check-vat.server";
import { DomainError } from "~/domain/shared/errors";
import { actingAffiliate } from "~/domain/shared/permissions";
import type { Scope } from "~/domain/shared/scope";
import { log } from "~/platform/log.server";
import { asksVies } from "./app-context.server";
import { changingAffiliateScope, changingStaffScope, requireAffiliate } from "./open-scope.server";

/**
 * Returns what a page shows of VIES about the VAT id of an affiliate; null for nothing. What it has said stays visible
 * when the operator switches it off.
 */
export async function shownVatCheck(scope: Scope, affiliateId: string): Promise<VatCheckView | null> {
  const check = await readVatCheck(scope, affiliateId);
  if (asksVies() || !check) return check;
  return check.last && { ...check, isDue: false };
}

/** Queues the question to VIES that a change of the payee data makes due, in the transaction of the change. */
export async function askVies(scope: Scope, affiliateId: string): Promise<void> {
  if (asksVies()) await queueVatCheck(scope, affiliateId);
}

type Args = Parameters<typeof changingStaffScope>[0];

/** Queues the question to VIES if the page that staff look at finds it due. */
export async function askViesForStaff(args: Args, check: VatCheckView | null, affiliateId: string): Promise<void> {
  await unlessFailed(args, check, () => changingStaffScope(args, (scope) => askVies(scope, affiliateId)));
}

/** Does the same for an affiliate. A member who views their portal changes nothing there. */
export async function askViesForAffiliate(args: Args, check: VatCheckView | null): Promise<void> {
  const { viewing } = await requireAffiliate(args);
  if (viewing) return;
  await unlessFailed(args, check, () =>
    changingAffiliateScope(args, (scope) => askVies(scope, actingAffiliate(scope))),
  );
}

/** Asks if it is due. A failure is logged, and the page is shown without it. */
async function unlessFailed({ context }: Args, check: VatCheckView | null, ask: () => Promise<void>): Promise<void> {
  if (!check?.isDue) return;
  try {
    await ask();
  } catch (error) {
    // A paused organization asks when it is active again.
    if (error instanceof DomainError) return;
    log.warn({ err: error, request_id: context.requestId }, "VIES check not queued");
  }
}
