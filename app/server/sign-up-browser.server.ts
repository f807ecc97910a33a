import { newSecret } from "~/domain/identity/secret.server";
import { siteCookie } from "~/platform/cookie.server";
import { sessionSecret } from "./app-context.server";

// A browser that signs up is recognized when it opens the emailed link. Another browser proves access to the mailbox,
// but not that it chose the password of the sign-up (AUTH-15).

/** Maximum time a sign-up can be pending. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const cookie = siteCookie("sign-up", () => ({
  httpOnly: true,
  secrets: [sessionSecret()],
  maxAge: MAX_AGE_SECONDS,
}));

/** Returns the id of the requesting browser; null if it has not signed up. */
export async function signUpBrowser(request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}

/** Returns the id of the browser that signs up, and the headers that store it. */
export async function storeSignUpBrowser(request: Request): Promise<{ browser: string; headers: Headers }> {
  const browser = (await signUpBrowser(request)) ?? newSecret();
  return { browser, headers: new Headers({ "Set-Cookie": await cookie.serialize(browser) }) };
}
