import type { AppLoadContext } from "@remix-run/node";
import { landingOf } from "~/domain/identity/landing";
import {
  endSession,
  readSession,
  type CurrentUser,
  type SessionRequest,
} from "~/domain/identity/session.server";
import type { IdentityScope } from "~/domain/shared/scope";
import { isLanguage } from "~/i18n/languages";
import { languageCookie, translator } from "~/i18n/i18n.server";
import { database, sessionCookie } from "./app-context.server";
import { redirectWithToast, type Toast } from "./flash.server";
import { logSignIn } from "./sign-in-log.server";

/** What loaders and actions receive; `context` is one object per HTTP request. */
export interface Call {
  request: Request;
  context: AppLoadContext;
}

// The loaders of one page ask for the user at the same time; one look-up answers all.
const users = new WeakMap<AppLoadContext, Promise<CurrentUser | null>>();

/** Who is signed in, or null. */
export function currentUser(call: Call): Promise<CurrentUser | null> {
  let user = users.get(call.context);
  if (!user) {
    user = lookUp(call.request);
    users.set(call.context, user);
  }
  return user;
}

async function lookUp(request: Request): Promise<CurrentUser | null> {
  const secret = await sessionSecretOf(request);
  return secret ? database().withIdentity((scope) => readSession(scope, secret)) : null;
}

async function sessionSecretOf(request: Request): Promise<string | null> {
  const value: unknown = await sessionCookie().parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}

/** Somebody who comes in. */
export interface Entrant {
  userId: string;
  /** Of the session that was made for them. */
  secret: string;
  languagePreference: string | null;
  /** The page that was asked for before. */
  wanted: string | null;
  /** What the next page says. */
  welcome: "signed_in" | "account_created" | "password_saved";
}

/**
 * Signs somebody in and answers with the redirect to where they wanted to go, if it is a path of this site they may open,
 * else to their home. `admit` decides whether they come in and makes their session, in one transaction; nothing is kept of
 * a session that this browser had before. Throws what `admit` throws.
 */
export async function signIn<E extends Entrant>(
  call: Call,
  admit: (scope: IdentityScope, browser: Pick<SessionRequest, "userAgent" | "ip">) => Promise<E>,
): Promise<{ entrant: E; answer: Response }> {
  const old = await sessionSecretOf(call.request);
  const browser = { userAgent: call.request.headers.get("User-Agent"), ip: call.context.ip };
  const { entrant, user } = await database().withIdentity(async (scope) => {
    const admitted = await admit(scope, browser);
    if (old) await endSession(scope, old);
    return { entrant: admitted, user: await readSession(scope, admitted.secret) };
  });
  const headers = new Headers({ "Set-Cookie": await sessionCookie().serialize(entrant.secret) });
  if (isLanguage(entrant.languagePreference)) {
    headers.append("Set-Cookie", await languageCookie.serialize(entrant.languagePreference));
  }
  logSignIn(call, "signed_in", { user_id: entrant.userId });
  const to = user ? landingOf(user, entrant.wanted) : "/";
  return { entrant, answer: await redirectWithToast(to, await welcomeOf(call, entrant), headers) };
}

/** In the language of the page that it appears on: a script stays on the page where somebody signed in. */
async function welcomeOf({ request }: Call, { welcome }: Entrant): Promise<Omit<Toast, "id">> {
  const t = await translator(request);
  const saved = welcome === "password_saved";
  return {
    tone: "success",
    title: t(`auth:toast.${welcome}`),
    ...(saved && { description: t("auth:toast.password_saved_hint") }),
  };
}

/** Ends the session on the server and forgets the cookie. */
export async function signOut(call: Call, to: string): Promise<Response> {
  const user = await currentUser(call);
  const secret = await sessionSecretOf(call.request);
  if (secret) await database().withIdentity((scope) => endSession(scope, secret));
  if (user) logSignIn(call, "signed_out", { user_id: user.id });
  const t = await translator(call.request);
  const headers = new Headers({ "Set-Cookie": await sessionCookie().serialize("", { maxAge: 0 }) });
  return redirectWithToast(to, { tone: "success", title: t("auth:toast.signed_out") }, headers);
}
