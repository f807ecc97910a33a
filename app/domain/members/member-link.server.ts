import { newSecret } from "../identity/secret.server";
import { digitsOfId, idOfDigits } from "../shared/id-digits";

// The secret of an invitation link starts with its organization, so that its hash is looked up in that organization
// only.

const LINK = /^([0-9a-f]{32})\.[\w-]{43}$/;

/** Generates the secret of an invitation to an organization. */
export const newMemberSecret = (orgId: string): string => `${digitsOfId(orgId)}.${newSecret()}`;

/** Returns the organization that a secret names; null if the text is not such a secret. */
export function organizationOfSecret(secret: string): string | null {
  const digits = LINK.exec(secret)?.[1];
  return digits ? idOfDigits(digits) : null;
}
