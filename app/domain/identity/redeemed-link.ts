import type { LinkPurpose } from "./one-time-link";

/** What the use of a link has come to. */
export interface RedeemedLink {
  purpose: LinkPurpose;
  userId: string;
  /** Their address. */
  email: string;
  /** The organization whose portal opens, of an invitation or portal sign-in. */
  orgId: string | null;
  languagePreference: string | null;
  /** The page that was asked for before. */
  redirectTo: string | null;
  /** Staff handed it out: what it begins opens the portal of `orgId` only. */
  handedOut: boolean;
  /** The link set the person's password. */
  setsPassword: boolean;
}

/** What comes with the use of a link. */
export interface RedeemOptions {
  /** The one the person reads now; kept if none was chosen before. */
  language?: string;
  /** Of a password that was chosen for this link. */
  newPasswordHash?: string;
  /** The secret of the browser, if it has signed up. */
  browser?: string | null;
}
