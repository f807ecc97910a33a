import { recordAudit } from "../audit/record-audit.server";
import { isSameName } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { actingUser, requireProof } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { DAY_MS } from "../shared/dates";
import { readCustomer } from "../subscriptions/stripe-customer.server";
import { closedUntil, subscriptionState } from "../subscriptions/subscription";
import { isFresh, type ClosingInput } from "./closing.schema";
import { lockMembersAsOwner, type Members } from "./lock-members.server";
import { lastArchive } from "./read-closing.server";

/** Days that a paused organization keeps its data at least after it was opened again: time to choose a plan. */
const DAYS_TO_CHOOSE = 7;

/**
 * Closes the organization and returns when it is deleted: 30 days later, by the retention sweep. Until then nobody
 * works in it, it sends nothing, its subscription ends with the paid time, and an owner can open it again. All members
 * and the affiliates with open commissions are told by email. A closed organization stays as it is.
 * @param input.name the organization's name, as entered to confirm
 * @param input.withoutArchive confirms that no data archive was downloaded in the last day
 * Throws `organization_name_differs` (field name), `archive_missing` (field without_archive), `proof_required`,
 * `forbidden` for all but owners and operators.
 */
export async function closeOrganization(scope: Scope, { name, withoutArchive }: ClosingInput): Promise<Date> {
  const members = await lockMembersAsOwner(scope);
  const facts = await scope.organization();
  if (!isSameName(name, facts.name)) throw new DomainError("organization_name_differs", {}, "name");
  const until = closedUntil(facts.closedAt ?? scope.now);
  requireProof(scope, "organization.close");
  if (!facts.closedAt && !withoutArchive && !isFresh(await lastArchive(scope), scope.now))
    throw new DomainError("archive_missing", {}, "without_archive");
  const { count } = await scope.db.organization.updateMany({
    where: { closedAt: null },
    // An earlier extension must not keep data that an owner wants deleted.
    data: { closedAt: scope.now, keptUntil: null },
  });
  if (count === 0) return until;
  await recordAudit(scope, {
    action: "organization.close",
    entity: "organization",
    entityId: scope.orgId,
    data: { name: facts.name, kept_until: until.toISOString() },
  });
  await scope.holdJobs(until);
  if ((await readCustomer(scope)).customerId) await scope.enqueue("subscription.stop", {});
  await tellMembers(scope, members, "closed");
  return until;
}

/**
 * Opens a closed organization again, as it was. Its subscription is not renewed by that. If it is paused, its data are
 * kept for another week at least. All members are told by email. An open organization stays as it is.
 * Throws `organization_gone` (the deletion has begun), `forbidden` for all but owners and operators.
 */
export async function reopenOrganization(scope: Scope): Promise<void> {
  const members = await lockMembersAsOwner(scope);
  const facts = await scope.organization();
  const { closedAt } = facts;
  if (!closedAt) return;
  const [row] = await scope.db.$queryRaw<{ begun: boolean }[]>`select app.deletion_begun() as begun`;
  if (row!.begun) throw new DomainError("organization_gone");
  const state = subscriptionState({ ...facts, closedAt: null }, scope.now);
  const least = new Date(scope.now.getTime() + DAYS_TO_CHOOSE * DAY_MS);
  const isShort = state.status === "expired" && state.retainUntil < least;
  await scope.db.organization.updateMany({
    data: { closedAt: null, ...(isShort && { keptUntil: least }) },
  });
  await recordAudit(scope, {
    action: "organization.reopen",
    entity: "organization",
    entityId: scope.orgId,
    data: { name: facts.name, closed_at: closedAt.toISOString() },
  });
  await scope.releaseJobs(closedUntil(closedAt));
  await tellMembers(scope, members, "reopened");
}

/** Notifies all members; another job notifies the affiliates, because there may be many. */
async function tellMembers(scope: Scope, members: Members, told: "closed" | "reopened"): Promise<void> {
  const facts = { told, by: actingUser(scope), at: scope.now.toISOString() };
  await scope.enqueueAll(
    "mail.closing",
    [...members.keys()].map((userId) => ({ user_id: userId, ...facts })),
  );
  await scope.enqueue("closing.tell", { told, at: facts.at });
}
