import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { accountText, momentAfter, type PayerAccountView } from "./payer";
import { dateOfLatest, lockPayer, readPayer } from "./payer.server";
import type { PayerAccountInput } from "./payer.schema";

/** Returns the values that the form is compared by. It never shows the number that is stored. */
const valuesOf = (account: PayerAccountView | null) => ({
  holder: account?.holder ?? null,
  iban: account && accountText(account),
});

/** Returns the `version` of a form for another account. */
export const payerAccountVersion = (account: PayerAccountView | null): string => fingerprint(valuesOf(account));

/**
 * Sets the account from which the organization pays (PAY-03), encrypted like those of affiliates. The one before stays
 * known. The other owners are told, because a bank file with a wrong account would be paid by somebody else, or not at
 * all. Throws `changed_meanwhile`, `proof_required`, and `forbidden` for all but owners.
 */
export async function setPayerAccount(
  scope: Scope,
  { holder, iban, bic, version }: Omit<PayerAccountInput, "version"> & { version?: string | undefined },
): Promise<void> {
  await lockPayer(scope);
  const { account } = await readPayer(scope);
  const wanted = { holder, country: iban.slice(0, 2), end: iban.slice(-4) };
  rejectConflicts(version, valuesOf(account), valuesOf(wanted));
  const [mark, ...earlierMarks] = scope.bankData.marks(iban);
  const last = await scope.db.payerAccount.findFirst({
    orderBy: dateOfLatest.orderBy,
    select: { createdAt: true, ibanMark: true, holder: true, bic: true },
  });
  const isSame = last && [mark, ...earlierMarks].includes(last.ibanMark) && last.holder === holder && last.bic === bic;
  if (isSame) return;
  const { sealed, keyId } = scope.bankData.seal(iban);
  await scope.db.payerAccount.create({
    data: {
      id: timeOrderedId(scope.now.getTime()),
      holder,
      ibanSealed: sealed,
      keyId,
      ibanMark: mark,
      ibanCountry: wanted.country,
      ibanEnd: wanted.end,
      bic,
      enteredBy: actingUser(scope),
      createdAt: momentAfter(scope.now, last),
    },
  });
  await recordAudit(scope, {
    action: "payer.set_account",
    entity: "organization",
    entityId: scope.orgId,
    data: { account: accountText(wanted) },
  });
}
