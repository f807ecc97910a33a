import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { endAccess } from "~/domain/affiliates/end-access.server";
import { beginEmailChange } from "~/domain/identity/change-email.server";
import { changeName } from "~/domain/identity/change-name.server";
import { changePassword } from "~/domain/identity/change-password.server";
import { endPortal } from "~/domain/identity/delete-person.server";
import { isHandedOut } from "~/domain/identity/one-time-link";
import type { CurrentUser } from "~/domain/identity/session.server";
import { deleteAccount, readOwnWork, type OwnWork } from "~/domain/members/delete-account.server";
import { isSameName } from "~/domain/shared/erased";
import { DomainError } from "~/domain/shared/errors";
import { requestLanguage, translator } from "./request-language.server";
import { database } from "./app-context.server";
import { hashNewPassword } from "./new-password.server";
import { clearGuesses, countAttempt, consumeMailQuota } from "./rate-limits.server";
import { erasedName } from "./erasing.server";
import { affiliateScope, everyStaffScope, leavingScope, portalsOf, type AffiliateUser } from "./open-scope.server";
import { endingScope, namesOfOrganizations } from "./special-scopes.server";
import { requireProven } from "./prove.server";
import { currentSecret, withoutSession, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/** Changes the name of the signed-in user. Throws `name_has_contact` (field name). */
export async function changeOwnName(args: RequestContext, name: string): Promise<void> {
  const { id } = await requireProven(args, "account.change_name");
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => changeName(scope, id, { name, language }));
  logSignIn(args, "name_changed", { user_id: id });
}

/**
 * Changes the password of the signed-in user and ends their other sessions. Throws what hashNewPassword throws (field
 * new_password), `proof_required`.
 */
export async function changeOwnPassword(args: RequestContext, password: string): Promise<void> {
  const user = await requireProven(args, "account.change_password");
  const organizations = await namesOfOrganizations(user.memberships.map(({ orgId }) => orgId));
  const { name, email } = user;
  const passwordHash = await hashNewPassword(password, { name, email, organizations }, "new_password");
  const kept = await currentSecret(args.request);
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => changePassword(scope, user.id, { passwordHash, kept, language }));
  await clearGuesses({ userId: user.id, email });
  logSignIn(args, "password_changed", { user_id: user.id });
}

/**
 * Starts to change the email address of the signed-in user. Throws `email_same` (field email), `email_of_affiliate`,
 * `proof_required`, `too_many_attempts`.
 */
export async function changeOwnEmail(args: RequestContext, email: string): Promise<void> {
  const { id } = await requireProven(args, "account.change_email");
  await countAttempt(args, "send-again", id);
  // The mailbox may belong to somebody else.
  if (!(await consumeMailQuota(args, "confirm", email))) {
    throw new DomainError("too_many_attempts", { count: 60, seconds: 3600 });
  }
  const language = await requestLanguage(args.request);
  await database().withIdentity((scope) => beginEmailChange(scope, id, { email, language }));
}

/**
 * Returns what a user must know before deleting their account: their organizations, and those whose portals they open.
 */
export async function ownBelongings(user: CurrentUser): Promise<{ work: OwnWork[]; portals: string[] }> {
  const work = await everyStaffScope(user, (scope) => readOwnWork(scope, user.id));
  const portals = user.affiliation ? await portalsOf(user as AffiliateUser) : [];
  return { work: work.filter((one) => one !== null), portals: portals.map(({ name }) => name) };
}

/**
 * Deletes the account of the signed-in user, who has entered their name. Returns the headers of the response. Throws
 * `erase_name_differs` (field name), and what deleteAccount throws.
 */
export async function deleteOwnAccount(args: RequestContext, name: string): Promise<Headers> {
  const user = await requireProven(args, "account.delete");
  if (!isSameName(name, user.name)) throw new DomainError("erase_name_differs", {}, "name");
  const t = await translator(args.request);
  const language = user.languagePreference ?? (await requestLanguage(args.request));
  await deleteAccount(
    {
      person: (use) => database().withIdentity(use),
      member: (at, use) => leavingScope(user, at, use),
      portal: endingScope,
    },
    { userId: user.id, name: user.name, email: user.email, language },
    (id) => erasedName(t, id),
  );
  logSignIn(args, "account_deleted", { user_id: user.id });
  return withoutSession();
}

/** Returns whether the account of a portal's user also opens an organization or another portal. */
export const belongsElsewhere = ({ memberships, affiliations }: CurrentUser): boolean =>
  memberships.length > 0 || affiliations.length > 1;

/** Returns true if the portal's user may end their access: not staff, nor a user of a manual link. */
export async function mayLeavePortal(args: RequestContext, { viewing }: AffiliateUser): Promise<boolean> {
  return !viewing && !isHandedOut(await currentSecret(args.request));
}

/**
 * Ends the signed-in affiliate's access to this portal, and deletes their account if it opens nothing else. The
 * affiliate has entered their name. Returns the headers of the response, and whether the account was deleted. Throws
 * `erase_name_differs` (field name), `forbidden`.
 */
export async function leaveOwnPortal(
  args: RequestContext,
  name: string,
): Promise<{ headers: Headers; isGone: boolean; organization: string }> {
  const { user, known, organization } = await affiliateScope(args, async (scope, user) => ({
    user,
    known: await readOwnAffiliate(scope),
    organization: (await scope.organization()).name,
  }));
  if (!known || !(await mayLeavePortal(args, user))) throw new DomainError("forbidden");
  if (!isSameName(name, known.name)) throw new DomainError("erase_name_differs", {}, "name");
  const t = await translator(args.request);
  const language = user.languagePreference ?? (await requestLanguage(args.request));
  const { orgId, affiliateId } = user.affiliation;
  const who = { userId: user.id, name: known.name, email: user.email, language };
  await endingScope(orgId, (scope) => endAccess(scope, { affiliateId, userId: user.id }, erasedName(t, affiliateId)));
  const isGone = await database().withIdentity((scope) => endPortal(scope, { orgId, organization }, who));
  logSignIn(args, isGone ? "account_deleted" : "access_ended", { user_id: user.id });
  return { headers: isGone ? await withoutSession() : new Headers(), isGone, organization };
}
