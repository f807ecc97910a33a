import { DAY_MS } from "../shared/dates";
import type { PayeeAccount } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { hashSecret, newSecret } from "../identity/secret.server";
import { aggregateState } from "../commissions/total-payments.server";
import { readAggregates } from "../shared/aggregates.server";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { actingAffiliate, actingUser, requireProof, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { ACCOUNT_DAYS, ACCOUNT_LINK_MINUTES, type AccountView, type PendingAccount } from "./payee";
import type { AccountInput } from "./payee.schema";
import { payeeOf } from "./save-payee.server";

const afterDays = (now: Date) => new Date(now.getTime() + ACCOUNT_DAYS * DAY_MS);

const shown = {
  id: true,
  affiliateId: true,
  holder: true,
  ibanMark: true,
  ibanCountry: true,
  ibanEnd: true,
  enteredBy: true,
  tokenHash: true,
  tokenExpiresAt: true,
  linkUsedAt: true,
  effectiveAt: true,
} as const;

type Row = Pick<PayeeAccount, keyof typeof shown>;

interface Accounts {
  /** The account to pay to. */
  current: Row | null;
  /** The one entered after it, which is not paid to yet. */
  pending: Row | null;
}

const noAccounts: Accounts = { current: null, pending: null };

/**
 * Reads the accounts of affiliates that were not withdrawn, by affiliate. The account to pay to is the last one in
 * effect. The caller checks who may see them.
 */
export async function readAccountRows(scope: Scope, ids: readonly string[]): Promise<Map<string, Accounts>> {
  const rows = await scope.db.payeeAccount.findMany({
    where: { affiliateId: { in: [...ids] }, withdrawnAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: shown,
  });
  const isCurrent = ({ effectiveAt }: Row) => effectiveAt !== null && effectiveAt <= scope.now;
  return new Map(
    [...grouped(rows, ({ affiliateId }) => affiliateId)].map(([id, own]) => {
      const [latest] = own;
      return [id, { current: own.find(isCurrent) ?? null, pending: latest && !isCurrent(latest) ? latest : null }];
    }),
  );
}

const readRows = async (scope: Scope, affiliateId: string): Promise<Accounts> =>
  (await readAccountRows(scope, [affiliateId])).get(affiliateId) ?? noAccounts;

const viewOf = (row: Row): AccountView => ({
  id: row.id,
  holder: row.holder,
  country: row.ibanCountry,
  end: row.ibanEnd,
});

/** Returns what an account that is not in effect waits for. */
export function waitsFor({ effectiveAt, tokenExpiresAt }: Row, now: Date): PendingAccount["waits"] {
  if (effectiveAt) return "days";
  return tokenExpiresAt && tokenExpiresAt <= now ? "expired" : "link";
}

export interface PayeeAccounts {
  current: AccountView | null;
  pending: PendingAccount | null;
  /** Names of other affiliates with the same account; empty in the portal. */
  sharedWith: string[];
}

/** Reads the account of an affiliate, and the one that will replace it (PAY-02). Throws `forbidden`. */
export async function readAccounts(scope: Scope, affiliateId: string): Promise<PayeeAccounts> {
  const { current, pending } = await readRows(scope, payeeOf(scope, affiliateId));
  const marks = [current, pending].flatMap((row) => (row ? [row.ibanMark] : []));
  const others =
    marks.length === 0 || scope.actor.kind === "affiliate"
      ? []
      : await scope.db.payeeAccount.findMany({
          where: { ibanMark: { in: marks }, affiliateId: { not: affiliateId }, withdrawnAt: null },
          select: { affiliate: { select: { name: true } } },
        });
  return {
    current: current && viewOf(current),
    pending: pending && {
      ...viewOf(pending),
      waits: waitsFor(pending, scope.now),
      effectiveAt: pending.effectiveAt?.toISOString() ?? null,
    },
    sharedWith: [...new Set(others.map(({ affiliate }) => affiliate.name))].sort(),
  };
}

/** The result of entering an account: it is paid to, or it waits. `same`: it was paid to before. */
export type AccountEntered = "same" | "effective" | "link" | "days";

/**
 * Enters the account of an affiliate (PAY-02): in the portal or by a member. The first account takes effect directly
 * unless money is due, because an attacker with access to the mailbox could enter one. Otherwise the affiliate has to
 * confirm it with a fresh emailed link, and it takes effect days later, or when a member has confirmed it. An account
 * entered by a member needs no link, but waits too. It replaces another waiting one. The affiliate is notified by
 * email, also at earlier addresses. Throws `not_found`, `forbidden`.
 */
export async function enterAccount(
  scope: Scope,
  affiliateId: string,
  { holder, iban, bic }: AccountInput,
  language: string,
): Promise<AccountEntered> {
  const id = payeeOf(scope, affiliateId);
  if (!(await scope.db.affiliate.findFirst({ where: { id }, select: { id: true } })))
    throw new DomainError("not_found");
  const { current, pending } = await readRows(scope, id);
  if (pending) await scope.db.payeeAccount.updateMany({ where: { id: pending.id }, data: { withdrawnAt: scope.now } });
  const [mark, ...earlierMarks] = scope.bankData.marks(iban);
  const isSame = current && [mark, ...earlierMarks].includes(current.ibanMark) && current.holder === holder;
  if (isSame) return "same";

  const waits = current !== null || (await isOwed(scope, id));
  const isOwn = scope.actor.kind === "affiliate";
  const secret = waits && isOwn ? newSecret() : null;
  const { sealed, keyId } = scope.bankData.seal(iban);
  const effectiveAt = waits ? (isOwn ? null : afterDays(scope.now)) : scope.now;
  const accountId = timeOrderedId(scope.now.getTime());
  await scope.db.payeeAccount.create({
    data: {
      id: accountId,
      affiliateId: id,
      holder,
      ibanSealed: sealed,
      keyId,
      ibanMark: mark,
      ibanCountry: iban.slice(0, 2),
      ibanEnd: iban.slice(-4),
      bic,
      enteredBy: isOwn ? null : actingUser(scope),
      createdAt: scope.now,
      effectiveAt,
      ...(secret && {
        tokenHash: hashSecret(secret),
        tokenExpiresAt: new Date(scope.now.getTime() + ACCOUNT_LINK_MINUTES * 60_000),
      }),
    },
  });
  await recordAudit(scope, { action: "payee.enter_account", entity: "affiliate", entityId: id });
  if (secret) await scope.enqueue("mail.account_link", { account_id: accountId, link: scope.seal(secret), language });
  else await scope.enqueue("account.tell", { account_id: accountId, language });
  return secret ? "link" : waits ? "days" : "effective";
}

/** Returns whether a commission of the affiliate is due. */
async function isOwed(scope: Scope, affiliateId: string): Promise<boolean> {
  const sums = await readAggregates(scope, ["one-off", "monthly"], affiliateId);
  return sums.some((one) => one.count > 0 && aggregateState(one) === "due");
}

/**
 * Reads the account that a link confirms, for the page that asks for it. Throws `account_link_gone` if the link is
 * unknown, expired or replaced, and `forbidden` for all but the affiliate.
 */
export async function accountOfLink(scope: Scope, secret: string): Promise<AccountView> {
  return viewOf(await findByLink(scope, secret));
}

/**
 * Confirms an account with the emailed link; it is paid to {@link ACCOUNT_DAYS} days later. A second use changes
 * nothing.
 * Throws what {@link accountOfLink} throws.
 */
export async function confirmByLink(scope: Scope, secret: string, language: string): Promise<void> {
  const { id, linkUsedAt } = await findByLink(scope, secret);
  if (linkUsedAt) return;
  const { count } = await scope.db.payeeAccount.updateMany({
    where: { id, linkUsedAt: null, withdrawnAt: null },
    data: { linkUsedAt: scope.now, effectiveAt: afterDays(scope.now) },
  });
  if (count === 0) return;
  await recordAudit(scope, { action: "payee.use_link", entity: "affiliate", entityId: actingAffiliate(scope) });
  await scope.enqueue("account.tell", { account_id: id, language });
}

async function findByLink(scope: Scope, secret: string): Promise<Row> {
  const { pending } = await readRows(scope, actingAffiliate(scope));
  const hash = hashSecret(secret);
  if (!pending || pending.tokenHash !== hash) throw new DomainError("account_link_gone");
  if (!pending.linkUsedAt && pending.tokenExpiresAt! <= scope.now) throw new DomainError("account_link_gone");
  return pending;
}

/**
 * Lets an account be paid to before its days are over, because a member has checked it with somebody, whom `note`
 * names. The member who has entered the replacement of an account cannot confirm it. Throws `proof_required`,
 * `account_not_waiting` (withdrawn, replaced, in effect, or its link not used), `account_own_entry`, `forbidden`.
 */
export async function confirmAccount(
  scope: Scope,
  affiliateId: string,
  { id, note }: { id: string; note: string },
): Promise<void> {
  requireStaff(scope);
  requireProof(scope, "payee.confirm_account");
  const { current, pending } = await readRows(scope, affiliateId);
  if (pending?.id !== id || !pending.effectiveAt) throw new DomainError("account_not_waiting");
  const member = actingUser(scope);
  if (!member) throw new DomainError("forbidden");
  if (current && pending.enteredBy === member) throw new DomainError("account_own_entry");
  const { count } = await scope.db.payeeAccount.updateMany({
    where: { id, withdrawnAt: null, effectiveAt: pending.effectiveAt },
    data: { effectiveAt: scope.now, confirmedBy: member, confirmedNote: note },
  });
  if (count === 0) throw new DomainError("account_not_waiting");
  await recordAudit(scope, {
    action: "payee.confirm_account",
    entity: "affiliate",
    entityId: affiliateId,
    data: { note },
  });
}

/**
 * Withdraws an account that is not paid to yet, by staff or the affiliate; the one before it stays. Returns whether it
 * still waited. Throws `forbidden`.
 */
export async function withdrawAccount(scope: Scope, affiliateId: string, id: string): Promise<boolean> {
  const { pending } = await readRows(scope, payeeOf(scope, affiliateId));
  if (pending?.id !== id) return false;
  await scope.db.payeeAccount.updateMany({ where: { id, affiliateId }, data: { withdrawnAt: scope.now } });
  await recordAudit(scope, { action: "payee.withdraw_account", entity: "affiliate", entityId: affiliateId });
  return true;
}
