import type { CurrentUser } from "~/domain/identity/session.server";
import type { IdentityScope, Scope } from "~/domain/shared/scope";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import { translator } from "./request-language.server";
import { database } from "./app-context.server";
import { redirectWithToast } from "./flash.server";
import {
  changingAffiliateScope,
  changingStaffScope,
  requireAccount,
  requireAffiliate,
  requireMember,
  requireStaffMember,
  requireUser,
  type Member,
  type AffiliateUser,
} from "./open-scope.server";
import { foundingScope } from "./special-scopes.server";
import { redirect } from "./redirect.server";
import { sessionEnded } from "./session-ended.server";
import { currentUser, type RequestContext } from "./session.server";
import { paths } from "~/paths/paths";

type Opens<S, U> = <T>(use: (scope: S, user: U) => Promise<T>) => Promise<T>;
/** Rejected while the organization is paused, unless a {@link WhilePaused} reason is given. */
type Changes<U> = <T>(use: (scope: Scope, user: U) => Promise<T>, whilePaused?: WhilePaused) => Promise<T>;

/** The users an action may be for, and how each of them opens a scope: a transaction limited to what they may see. */
export interface ScopeOpeners {
  member: Changes<Member>;
  affiliate: Changes<AffiliateUser>;
  /** A member, on data of their own and not of the organization: their sessions. */
  account: Opens<IdentityScope, Member>;
  /** A signed-in user who is not only an affiliate, on their account as a whole, with or without an organization. */
  person: Opens<IdentityScope, CurrentUser>;
  /** A signed-in user without an organization; the scope is that of the new organization. */
  founder: Opens<Scope, CurrentUser>;
  /** Signed in or not. */
  anybody: Opens<IdentityScope, void>;
}

export type ActionAccess = keyof ScopeOpeners;

/** Message for a user whose session has ended, where a screen has its own. */
export type SignedOut = "not_authenticated" | "not_signed_in";

/** Authorizes a user who changes their own data. */
const byOwnAccount =
  <User>(require: (args: RequestContext) => Promise<User>) =>
  async (args: RequestContext, signedOut?: SignedOut) => {
    const user = await require(args).catch(async (answer) => {
      throw await withReason(args, answer, signedOut);
    });
    return <T>(use: (scope: IdentityScope, user: User) => Promise<T>) =>
      database().withIdentity((scope) => use(scope, user));
  };

/**
 * Authorizes the current user for an action and returns the function that opens the scope. Throws a redirect for all
 * other users, with a message why nothing happened.
 */
export const authorize: {
  [W in ActionAccess]: (args: RequestContext, signedOut?: SignedOut) => Promise<ScopeOpeners[W]>;
} = {
  async member(args, signedOut) {
    await requireMember(args).catch(async (answer) => {
      throw await withReason(args, answer, signedOut);
    });
    return (use, whilePaused) => changingStaffScope(args, use, whilePaused);
  },

  async affiliate(args) {
    await requireAffiliate(args);
    return (use, whilePaused) => changingAffiliateScope(args, use, whilePaused);
  },

  account: byOwnAccount(requireStaffMember),
  person: byOwnAccount(requireAccount),

  async founder(args) {
    const user = await requireUser(args);
    if (user.membership) throw redirect(paths.leads());
    return (use) => foundingScope(user, (scope) => use(scope, user));
  },

  async anybody() {
    return (use) => database().withIdentity((scope) => use(scope));
  },
};

async function withReason(args: RequestContext, answer: unknown, signedOut?: SignedOut): Promise<unknown> {
  const to = answer instanceof Response && answer.headers.get("Location");
  if (!to) return answer;
  if (!(await currentUser(args))) return sessionEnded(args.request, to, signedOut);
  const t = await translator(args.request);
  return redirectWithToast(to, {
    tone: "error",
    title: t("errors:failed"),
    description: t(to.startsWith(paths.setUpFactor()) ? "errors:factor_required_first" : "errors:no_organization"),
  });
}
