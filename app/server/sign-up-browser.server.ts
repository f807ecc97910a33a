import { newSecret } from "~/domain/identity/secret.server";
import { siteCookie } from "~/platform/cookie.server";
import { sessionSecret } from "./app-context.server";

// A browser that signs up is known again when it opens the link of the mail. Another one proves that it reads the
// mailbox, not that it chose the password of the sign-up (AUTH-15).

/** As long as a sign-up can be pending. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const cookie = siteCookie("sign-up", () => ({
  httpOnly: true,
  secrets: [sessionSecret()],
  maxAge: MAX_AGE_SECONDS,
}));

/** The browser that a request comes from; null if it has not signed up. */
export async function signUpBrowser(request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : null;
}

/** The browser that signs up, and the headers by which it is known again. */
export async function keepSignUpBrowser(request: Request): Promise<{ browser: string; headers: Headers }> {
  const browser = (await signUpBrowser(request)) ?? newSecret();
  return { browser, headers: new Headers({ "Set-Cookie": await cookie.serialize(browser) }) };
}
