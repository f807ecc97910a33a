import { recordAudit } from "../audit/record-audit.server";
import type { LineKind } from "../documents/document";
import { dateFromDay, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { insertRows } from "../shared/insert-rows.server";
import { sum } from "../shared/money";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { lockLines } from "./lock-run.server";
import { planRun, type ProposedPayout } from "./plan-run";
import { readRunPayees, readRunTerms, runVersion } from "./run-facts.server";
import { withoutAccounts } from "./without-accounts";

/** What a run would pay, before anything is written. */
export interface RunPreview {
  proposals: ProposedPayout[];
  /** Of the form that creates the run. */
  version: string;
}

/**
 * Plans a run in a currency, with what is due until a day (PAY-05). Throws `run_until_future`, `run_too_large`,
 * `forbidden`.
 */
export async function previewRun(scope: Scope, wanted: { currency: string; until: Day }): Promise<RunPreview> {
  requireStaff(scope);
  if (wanted.until > (await scope.today())) throw new DomainError("run_until_future", {}, "until");
  const terms = await readRunTerms(scope, wanted);
  const proposals = planRun(terms, await readRunPayees(scope, terms, null));
  return { proposals, version: runVersion(proposals) };
}

export interface RunToCreate {
  currency: string;
  until: Day;
  /** The affiliates to pay. */
  affiliateIds: readonly string[];
  note: string | null;
  /** Whether the approval also issues statements to those who get nothing. */
  coversAll?: boolean;
  /** Of the preview that was shown. */
  version: string;
}

/**
 * Creates a draft with the payouts to these affiliates, and returns its id. Nothing is paid, and affiliates see nothing
 * of it. Throws `run_changed` (the preview shows something else now), `run_empty`, `run_not_ready` (somebody cannot be
 * paid), `run_until_future`, `run_too_large`, `forbidden`.
 */
export async function createRun(scope: Scope, input: RunToCreate): Promise<string> {
  const { currency, until, coversAll = false, version } = input;
  const note = input.note && withoutAccounts(input.note);
  const { proposals, version: current } = await previewRun(scope, { currency, until });
  if (current !== version) throw new DomainError("run_changed");
  const wanted = new Set(input.affiliateIds);
  const chosen = proposals.filter(({ affiliateId }) => wanted.has(affiliateId));
  if (chosen.length === 0) throw new DomainError("run_empty");
  if (chosen.length < wanted.size || chosen.some(({ payable }) => !payable)) throw new DomainError("run_not_ready");
  const id = timeOrderedId(scope.now.getTime());
  const run = { id, currency, until: dateFromDay(until), note, coversAll };
  await scope.db.payoutRun.create({ data: { ...run, createdBy: actingUser(scope), createdAt: scope.now } });
  const payouts = chosen.map((proposal) => ({ ...proposal, id: timeOrderedId(scope.now.getTime()) }));
  await insertRows(
    scope,
    "payout",
    {
      org_id: { type: "uuid", all: scope.orgId },
      id: { type: "uuid", of: (payout: (typeof payouts)[number]) => payout.id },
      run_id: { type: "uuid", all: id },
      affiliate_id: { type: "uuid", of: ({ affiliateId }) => affiliateId },
      created_at: { type: "timestamptz", all: scope.now },
    },
    payouts,
  );
  await takeLines(scope, payouts);
  await recordAudit(scope, {
    action: "payout.create",
    entity: "payout_run",
    entityId: id,
    data: { count: payouts.length, amount: sum(payouts.map(({ gross }) => gross)), currency, until, note },
  });
  return id;
}

/** Puts the lines into their payouts. Throws `run_changed` if another run or a payment has taken one meanwhile. */
async function takeLines(scope: Scope, payouts: readonly (ProposedPayout & { id: string })[]): Promise<void> {
  const of = (kind: LineKind) =>
    payouts.flatMap(({ id: payoutId, lines }) =>
      lines.flatMap((line) => (line.kind === kind ? [{ id: line.id, payoutId }] : [])),
    );
  const [deals, payments, claims] = [of("deal"), of("payment"), of("claim")];
  const ids = (lines: readonly { id: string }[]) => lines.map(({ id }) => id);
  const targets = (lines: readonly { payoutId: string }[]) => lines.map(({ payoutId }) => payoutId);
  await lockLines(scope, {
    deals: sql`id = any(${ids(deals)}::uuid[])`,
    payments: sql`id = any(${ids(payments)}::uuid[])`,
  });
  const taken = [
    await scope.db.$executeRaw`
      update deal d set payout_id = l.payout_id
      from unnest(${ids(deals)}::uuid[], ${targets(deals)}::uuid[]) l (id, payout_id)
      where d.org_id = ${scope.orgId}::uuid and d.id = l.id and d.payout_id is null and not d.commission_paid
        and not d.commission_ended`,
    await scope.db.$executeRaw`
      update commission_payment p set payout_id = l.payout_id
      from unnest(${ids(payments)}::uuid[], ${targets(payments)}::uuid[]) l (id, payout_id)
      where p.org_id = ${scope.orgId}::uuid and p.id = l.id and p.payout_id is null and p.status = 'pending'`,
    await scope.db.$executeRaw`
      update commission_claim c set payout_id = l.payout_id
      from unnest(${ids(claims)}::uuid[], ${targets(claims)}::uuid[]) l (id, payout_id)
      where c.org_id = ${scope.orgId}::uuid and c.id = l.id and c.payout_id is null`,
  ];
  if (sum(taken) !== deals.length + payments.length + claims.length) throw new DomainError("run_changed");
}
