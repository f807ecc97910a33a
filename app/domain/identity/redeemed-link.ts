import type { LinkPurpose } from "./one-time-link";

/** Result of using a link. */
export interface RedeemedLink {
  purpose: LinkPurpose;
  userId: string;
  /** The user's address. */
  email: string;
  /** For an invitation or portal sign-in: the organization whose portal opens. */
  orgId: string | null;
  languagePreference: string | null;
  /** The page that was requested before. */
  redirectTo: string | null;
  /** True for a manual link; its session opens only the portal of `orgId`. */
  handedOut: boolean;
  /** Whether the link set the user's password. */
  setsPassword: boolean;
}

/** Input for using a link. */
export interface RedeemOptions {
  /** The current language of the page; stored if the user has chosen none. */
  language?: string;
  /** Hash of a password entered for this link. */
  newPasswordHash?: string;
  /** The secret of the browser, if it has signed up. */
  browser?: string | null;
}
