import { paths } from "./paths";

declare const isOutgoing: unique symbol;

/**
 * An absolute URL in an email or for Stripe. Only {@link outgoingLinks} creates one, so that the URL of a page always
 * names its organization: users may have another one open.
 */
export type OutgoingUrl = string & { readonly [isOutgoing]: true };

export interface OutgoingLinks {
  /** Returns the URL of a page with data of an organization. */
  ofOrganization(orgId: string, path: string): OutgoingUrl;
  /** Returns the URL of a one-time link; its target is stored with it. */
  oneTime(secret: string): OutgoingUrl;
  /** Returns the URL of a member invitation; its secret identifies the organization. */
  invitation(secret: string): OutgoingUrl;
  /** Returns the URL that turns off a kind of email; the token identifies the organization. */
  unsubscribe(token: string): OutgoingUrl;
  /** Returns the URL of the operator's imprint; null if there is none. */
  imprint(): OutgoingUrl | null;
  /** Returns the operator's contact address; null if there is none. */
  contact(): string | null;
  /** Returns the URL of the public home page. */
  home(): OutgoingUrl;
  /** Returns the URL of a user's sign-in settings, which are the same in all organizations. */
  security(): OutgoingUrl;
  /** Returns the URL of the sign-in page of all portals. */
  portalSignIn(): OutgoingUrl;
}

/**
 * Returns the functions that build outgoing URLs.
 * @param appUrl public address without a trailing slash
 * @param hasImprint whether the operator's imprint exists; called per email, because it is a file
 * @param contact the operator's contact address
 */
export function outgoingLinks(
  appUrl: string,
  hasImprint: () => boolean = () => false,
  contact: string | null = null,
): OutgoingLinks {
  const url = (path: string) => `${appUrl}${path}` as OutgoingUrl;
  return {
    ofOrganization: (orgId, path) => url(paths.inOrganization(orgId, path)),
    oneTime: (secret) => url(paths.link(secret)),
    invitation: (secret) => url(paths.join(secret)),
    unsubscribe: (token) => url(paths.unsubscribe(token)),
    imprint: () => (hasImprint() ? url(paths.legal("imprint")) : null),
    contact: () => contact,
    home: () => url(paths.home()),
    security: () => url(paths.settings("account")),
    portalSignIn: () => url(paths.affiliateSignIn()),
  };
}
