import { redirect as leadTo, redirectDocument as leadDocumentTo } from "@remix-run/node";
import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";
import { stripePages } from "~/paths/stripe-pages";
import { env, publicAddress } from "~/platform/env.server";

// The only way to redirect; the linter rejects others. Whatever an address was made of, the redirect stays within this
// site. For a browser, a path such as "//evil.example" is the address of another site.

/** A dialog can have the ids of a page of rows and of a hundred files in its address. Node reads twice as much. */
const MAX_LENGTH = 8_000;

/** Returns the safe path, with the control on the page that gets the focus without JavaScript (with-focus.ts). */
function within(to: string): string {
  const path = safePath(to, MAX_LENGTH);
  return path ? path + (/#[\w-]+$/.exec(to)?.[0] ?? "") : paths.home();
}

type Init = Parameters<typeof leadTo>[1];

/** Redirects to a page of this site; to the home page when `to` is not one. */
export const redirect = (to: string, init?: Init): Response => leadTo(within(to), init);

/** Redirects to a page of Stripe, or of its simulator. Throws for any other address. */
export function redirectToPayment(address: string): Response {
  const { origin } = new URL(address);
  const isStripe = stripePages.some((page) => page === origin);
  if (!isStripe && origin !== new URL(publicAddress(env())).origin) {
    throw new Error(`${origin} is not a page of Stripe`);
  }
  return leadTo(address, 303);
}

/** Like {@link redirect}, but the browser loads the whole document. */
export const redirectDocument = (to: string, init?: Init): Response => leadDocumentTo(within(to), init);
