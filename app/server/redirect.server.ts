import { redirect as leadTo, redirectDocument as leadDocumentTo } from "@remix-run/node";
import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { stripePages } from "~/paths/stripe-pages";
import { env, publicAddress } from "~/platform/env.server";

// The only way to a redirect; the linter refuses others. Whatever an address was made of, it stays within this site: a
// path such as "//evil.example" is another site's address to a browser.

/** The path, and the control on the page that gets the focus without JavaScript (with-focus.ts). */
function within(to: string): string {
  const path = safePath(to);
  return path ? path + (/#[\w-]+$/.exec(to)?.[0] ?? "") : paths.home();
}

type Init = Parameters<typeof leadTo>[1];

/** Leads to a page of this site; to the home page when `to` is none. */
export const redirect = (to: string, init?: Init): Response => leadTo(within(to), init);

/** Leads on to a page of Stripe, or of the stand-in for it; throws for any other address. */
export function redirectToPayment(address: string): Response {
  const { origin } = new URL(address);
  const isStripe = stripePages.some((page) => page === origin);
  if (!isStripe && origin !== new URL(publicAddress(env())).origin) {
    throw new Error(`${origin} is no page of Stripe`);
  }
  return leadTo(address, 303);
}

/** The same with a page that is loaded anew as a whole. */
export const redirectDocument = (to: string, init?: Init): Response => leadDocumentTo(within(to), init);
