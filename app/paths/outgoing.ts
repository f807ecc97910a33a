import { paths } from "./paths";

declare const isOutgoing: unique symbol;

/**
 * An absolute address that leaves the program: in an email, or handed to Stripe. Only {@link outgoingLinks} makes one,
 * so that an address of a page comes with its organization: a person may work for several, and have another one open.
 */
export type OutgoingUrl = string & { readonly [isOutgoing]: true };

export interface OutgoingLinks {
  /** A page that shows data of an organization. */
  ofOrganization(orgId: string, path: string): OutgoingUrl;
  /** The page of a one-time link; what the link opens is stored with it. */
  oneTime(secret: string): OutgoingUrl;
  /** The page of an invitation to work for an organization, which its secret names. */
  invitation(secret: string): OutgoingUrl;
  /** Where a kind of email is turned off; the token names the organization. */
  unsubscribe(token: string): OutgoingUrl;
  /** The operator's imprint; null without one. */
  imprint(): OutgoingUrl | null;
  /** The operator's email address for questions; null without one. */
  contact(): string | null;
  /** The public home page. */
  home(): OutgoingUrl;
  /** Where a person sees how they sign in, which is the same in all organizations. */
  security(): OutgoingUrl;
  /** The sign-in page of all portals. */
  portalSignIn(): OutgoingUrl;
}

/**
 * @param appUrl public address without a trailing slash
 * @param hasImprint whether the operator has written an imprint; asked for each mail, as it is a file
 * @param contact the operator's address for questions
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
    security: () => url(paths.settings("security")),
    portalSignIn: () => url(paths.affiliateSignIn()),
  };
}
