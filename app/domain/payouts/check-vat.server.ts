import { cut } from "../shared/damaged";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { visible } from "../shared/visible";
import { readPayerProfile } from "./payer.server";
import { payeeOf } from "./save-payee.server";
import {
  againAt,
  isCheckDue,
  questionOf,
  type VatAnswer,
  type VatCheck,
  type VatOutcome,
  type VatQuestion,
} from "./vat-check";

/** Result of VIES for the VAT id of an affiliate, as staff and the affiliate see it. */
export interface VatCheckView {
  /** The last answer about the current VAT id; null before the first one. */
  last: VatCheck | null;
  /** Whether VIES is to be queried now. */
  isDue: boolean;
}

/** Reads the result of VIES for the VAT id of an affiliate; null if VIES is not queried for it. Throws `forbidden`. */
export async function readVatCheck(scope: Scope, affiliateId: string): Promise<VatCheckView | null> {
  const question = await readQuestion(scope, payeeOf(scope, affiliateId));
  if (!question) return null;
  const last = await lastCheck(scope, affiliateId, question.vatId);
  return {
    isDue: isCheckDue(last, scope.now),
    last: last && {
      outcome: last.outcome as VatOutcome,
      checkedAt: last.checkedAt.toISOString(),
      requestId: last.requestId,
      name: last.name,
      address: last.address,
      againAt: last.againAt && last.againAt.toISOString(),
    },
  };
}

/**
 * Queues the job that asks VIES about the VAT id of an affiliate, if it is due. Only one job per affiliate waits, and
 * after its answer none is due for a day at least. Throws `forbidden`.
 */
export async function queueVatCheck(scope: Scope, affiliateId: string): Promise<void> {
  const view = await readVatCheck(scope, affiliateId);
  if (view?.isDue)
    await scope.enqueue("vat.check", { affiliate_id: affiliateId, attempt: 0 }, { key: keyOf(affiliateId) });
}

const keyOf = (affiliateId: string) => `vat-check:${affiliateId}`;

/** A query that a job sends outside of any transaction. */
export interface OpenVatCheck extends VatQuestion {
  affiliateId: string;
  /** Failed attempts before it. */
  attempt: number;
  openedAt: Date;
}

/** Returns the query of the job; null if nothing is due any more. */
export async function openVatCheck(scope: Scope, affiliateId: string, attempt: number): Promise<OpenVatCheck | null> {
  const question = await readQuestion(scope, payeeOf(scope, affiliateId));
  if (!question) return null;
  const last = await lastCheck(scope, affiliateId, question.vatId);
  return isCheckDue(last, scope.now, attempt) ? { ...question, affiliateId, attempt, openedAt: scope.now } : null;
}

const MAX_NAME = 300;
const MAX_ADDRESS = 500;
const MAX_PROBLEM = 200;
const MAX_REQUEST_ID = 50;

/**
 * Stores an answer, and queues the next attempt if VIES was unavailable. The answer is dropped if the affiliate has
 * another VAT id by now, or if the same question was answered by another job meanwhile.
 */
export async function recordVatCheck(scope: Scope, asked: OpenVatCheck, answer: VatAnswer): Promise<void> {
  const { affiliateId, vatId, requesterVatId, attempt } = asked;
  const [profile] = await scope.db.$queryRaw<{ vatId: string | null }[]>`
    select vat_id as "vatId" from payee_profile
    where org_id = ${scope.orgId}::uuid and affiliate_id = ${affiliateId}::uuid for update`;
  if (profile?.vatId !== vatId) return;
  const last = await lastCheck(scope, affiliateId, vatId);
  if (last && last.checkedAt >= asked.openedAt) return;
  const again = answer.outcome === "unavailable" ? againAt(attempt, scope.now) : null;
  await scope.db.vatCheck.create({
    data: {
      id: timeOrderedId(scope.now.getTime()),
      affiliateId,
      vatId,
      requesterVatId,
      outcome: answer.outcome,
      requestId: shortened(answer.requestId, MAX_REQUEST_ID),
      name: shortened(answer.name, MAX_NAME),
      address: shortened(answer.address, MAX_ADDRESS),
      problem: shortened(answer.problem, MAX_PROBLEM),
      attempt,
      againAt: again,
      checkedAt: scope.now,
    },
  });
  if (!again) return;
  const job = { affiliate_id: affiliateId, attempt: attempt + 1 };
  await scope.enqueue("vat.check", job, { key: keyOf(affiliateId), runAt: again });
}

/** A text from outside on one line; null if nothing of it is visible. */
const shortened = (text: string | null, max: number): string | null =>
  text === null ? null : cut(visible(text).trim(), max) || null;

async function readQuestion(scope: Scope, affiliateId: string): Promise<VatQuestion | null> {
  const profile = await scope.db.payeeProfile.findFirst({ where: { affiliateId }, select: { vatId: true } });
  if (!profile?.vatId) return null;
  return questionOf(profile.vatId, (await readPayerProfile(scope)).record);
}

const lastCheck = (scope: Scope, affiliateId: string, vatId: string) =>
  scope.db.vatCheck.findFirst({ where: { affiliateId, vatId }, orderBy: [{ checkedAt: "desc" }, { id: "desc" }] });
