import type { AppLoadContext } from "@remix-run/node";
import { landingOf } from "~/paths/landing";
import { endSession, readSession, type CurrentUser, type SessionRequest } from "~/domain/identity/session.server";
import { switchAffiliation, switchOrganization } from "~/domain/identity/switch-organization.server";
import type { Pending } from "~/domain/identity/begin-session.server";
import type { IdentityScope } from "~/domain/shared/scope";
import { isLanguage } from "~/i18n/languages";
import { languageCookie, translator } from "./request-language.server";
import { database, sessionCookie } from "./app-context.server";
import type { Toast } from "~/browser/toast";
import { redirectWithToast } from "./flash.server";
import { rememberDevice } from "./known-device.server";
import { storePending } from "./pending-sign-in.server";
import { redirect } from "./redirect.server";
import { logSignIn } from "./sign-in-log.server";
import { paths } from "~/paths/paths";

/** What loaders and actions receive; `context` is one object per HTTP request. */
export interface RequestContext {
  request: Request;
  context: AppLoadContext;
}

// The loaders of one page run concurrently and share this lookup of the user.
const users = new WeakMap<AppLoadContext, Promise<CurrentUser | null>>();

/** Returns the signed-in user, or null. */
export function currentUser(args: RequestContext): Promise<CurrentUser | null> {
  let user = users.get(args.context);
  if (!user) {
    user = lookUp(args);
    users.set(args.context, user);
  }
  return user;
}

/** Clears the cached user, because the rights of their session have changed in this request. */
export function clearCurrentUser({ context }: RequestContext): void {
  users.delete(context);
}

async function lookUp({ request, context }: RequestContext): Promise<CurrentUser | null> {
  const secret = await sessionSecretOf(request);
  return secret ? database().withStatements((scope) => readSession(scope, secret, context.ip)) : null;
}

/** Returns the secret of the current session. */
export async function currentSecret(request: Request): Promise<string> {
  return (await sessionSecretOf(request)) ?? "";
}

async function sessionSecretOf(request: Request): Promise<string | null> {
  const value: unknown = await sessionCookie().parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}

/** A user who signs in. */
export interface AuthenticatedUser {
  userId: string;
  /** Secret of the session that was made. */
  secret?: string;
  /** What is missing before a session is made. */
  pending?: Pending;
  languagePreference: string | null;
  /** The page that was requested before. */
  wanted: string | null;
  /** Message of the next page. */
  welcome: "signed_in" | "account_created" | "password_saved" | "email_changed";
}

/**
 * Signs a user in and returns the redirect. It leads to the wanted path if it is on this site and they may open it,
 * else to their home, or to the second factor. `admit` decides and makes the session in one transaction. Nothing is
 * kept of an earlier session of this browser. Throws what `admit` throws.
 */
export async function signIn<E extends AuthenticatedUser>(
  args: RequestContext,
  admit: (scope: IdentityScope, browser: Pick<SessionRequest, "userAgent" | "ip">) => Promise<E>,
): Promise<{ entrant: E; answer: Response }> {
  const old = await sessionSecretOf(args.request);
  const browser = { userAgent: args.request.headers.get("User-Agent"), ip: args.context.ip };
  const { entrant, user } = await database().withIdentity(async (scope) => {
    const admitted = await admit(scope, browser);
    if (admitted.secret === undefined) return { entrant: admitted, user: null };
    if (old) await endSession(scope, old);
    return { entrant: admitted, user: await readSession(scope, admitted.secret) };
  });
  const headers = new Headers();
  if (isLanguage(entrant.languagePreference)) {
    headers.append("Set-Cookie", await languageCookie.serialize(entrant.languagePreference));
  }
  if (entrant.secret === undefined) return { entrant, answer: await askForFactor(args, entrant, headers) };
  headers.append("Set-Cookie", await sessionCookie().serialize(entrant.secret));
  // A manual link does not prove who uses it.
  if (user?.provenAt) {
    headers.append("Set-Cookie", await rememberDevice(args.request, { userId: user.id, email: user.email }));
  }
  logSignIn(args, "signed_in", { user_id: entrant.userId });
  const to = user ? landingOf(user, entrant.wanted) : paths.home();
  return { entrant, answer: await redirectWithToast(to, await welcomeOf(args, entrant), headers) };
}

async function askForFactor(args: RequestContext, entrant: AuthenticatedUser, headers: Headers): Promise<Response> {
  const { pending, wanted, welcome } = entrant;
  if (!pending) throw new Error("neither a session nor what is missing for one");
  headers.append("Set-Cookie", await storePending({ ...pending, wanted, welcome }, new Date()));
  logSignIn(args, "factor_asked", { user_id: pending.userId });
  return redirect(paths.factor(), { headers });
}

/** The toast is in the language of the page it appears on: a script stays on the page where the user signed in. */
async function welcomeOf({ request }: RequestContext, { welcome }: AuthenticatedUser): Promise<Omit<Toast, "id">> {
  const t = await translator(request);
  const saved = welcome === "password_saved";
  return {
    tone: "success",
    title: t(`auth:toast.${welcome}`),
    ...(saved && { description: t("auth:toast.password_saved_hint") }),
  };
}

/** Switches this session to another organization of its user. Throws `not_found`. */
export async function switchTo(args: RequestContext, orgId: string): Promise<void> {
  const secret = await sessionSecretOf(args.request);
  if (secret) await database().withIdentity((scope) => switchOrganization(scope, secret, orgId));
}

/** Switches this session to the portal of another organization. Throws `not_found`. */
export async function switchPortal(args: RequestContext, orgId: string): Promise<void> {
  const secret = await sessionSecretOf(args.request);
  if (secret) await database().withIdentity((scope) => switchAffiliation(scope, secret, orgId));
}

/** Returns headers that clear the session cookie. */
export const withoutSession = async (): Promise<Headers> =>
  new Headers({ "Set-Cookie": await sessionCookie().serialize("", { maxAge: 0 }) });

/** Ends the session on the server and clears the cookie. */
export async function signOut(args: RequestContext, to: string): Promise<Response> {
  const user = await currentUser(args);
  const secret = await sessionSecretOf(args.request);
  if (secret) await database().withIdentity((scope) => endSession(scope, secret));
  if (user) logSignIn(args, "signed_out", { user_id: user.id });
  const t = await translator(args.request);
  const toast = { tone: "success" as const, title: t("auth:toast.signed_out") };
  return redirectWithToast(to, toast, await withoutSession());
}
