import { newSecret } from "../identity/secret.server";
import { digitsOfId, idOfDigits } from "../shared/id-digits";

// The secret of an invitation's link begins with its organization: its hash is then looked for inside the organization,
// and nothing has to be asked across all of them.

const LINK = /^([0-9a-f]{32})\.[\w-]{43}$/;

/** A new secret of an invitation to an organization. */
export const newMemberSecret = (orgId: string): string => `${digitsOfId(orgId)}.${newSecret()}`;

/** The organization that a secret says it is from; null for what is no such secret. */
export function organizationOfSecret(secret: string): string | null {
  const digits = LINK.exec(secret)?.[1];
  return digits ? idOfDigits(digits) : null;
}
