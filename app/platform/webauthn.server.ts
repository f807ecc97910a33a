import { damagedPlaces } from "~/domain/shared/damaged";
import { digitsOfId } from "~/domain/shared/id-digits";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

// Passkeys (WebAuthn). The library is large, since it parses certificates, so it is loaded at the first use.

const library = () => import("@simplewebauthn/server");

/** The site that passkeys are bound to; they work for no other host. */
export interface PasskeySite {
  /** Host name; not an IP address. */
  id: string;
  origin: string;
}

const NAME = "Finderlohn";

type Known = { credentialId: string; transports: string[] };

const described = (keys: readonly Known[]) => keys.map(({ credentialId: id, transports }) => ({ id, transports }));

/**
 * Returns the options for a passkey sign-in, with the given passkeys or any passkey of this site. The authenticator
 * must verify the user by fingerprint, face or PIN.
 */
export async function passkeyRequest(site: PasskeySite, keys: readonly Known[] | null, timeout: number) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.id,
    userVerification: "required",
    timeout,
    ...(keys && { allowCredentials: described(keys) as { id: string }[] }),
  });
}

/** Returns the options for a new passkey that signs in without an email address. */
export async function passkeyCreation(
  site: PasskeySite,
  person: { id: string; email: string; name: string },
  { existing, challenge, timeout }: { existing: readonly Known[]; challenge: string; timeout: number },
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: site.id,
    userID: handleOf(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    timeout,
    attestationType: "none",
    excludeCredentials: described(existing) as { id: string }[],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export type PasskeyCreation = Awaited<ReturnType<typeof passkeyCreation>>;

/** Returns the user handle stored in a passkey. */
const handleOf = (userId: string) => Uint8Array.from(Buffer.from(digitsOfId(userId), "hex"));

/** Parses a browser response and returns the credential id; null if it is malformed. */
export function credentialOf(answer: string): { credentialId: string; response: unknown } | null {
  try {
    const response: unknown = JSON.parse(answer);
    const id = (response as { id?: unknown } | null)?.id;
    // The form field was valid text, but JSON escapes can add damaged text.
    if (damagedPlaces(response).length > 0) return null;
    return typeof id === "string" && id.length > 0 && id.length < 2_000 ? { credentialId: id, response } : null;
  } catch {
    return null;
  }
}

interface Expected {
  site: PasskeySite;
  challenge: string;
}

/** Verifies a sign-in response of an authenticator; null if anything is wrong. */
export async function checkPasskey(
  response: unknown,
  key: { userId: string; credentialId: string; publicKey: Uint8Array<ArrayBuffer>; counter: number },
  { site, challenge }: Expected,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const answer = response as AuthenticationResponseJSON;
  try {
    const handle = answer.response.userHandle;
    if (handle && handle !== Buffer.from(handleOf(key.userId)).toString("base64url")) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: { id: key.credentialId, publicKey: key.publicKey, counter: key.counter },
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    // Every error means that the response is invalid.
    return null;
  }
}

/** Verifies the response for a new passkey; null if anything is wrong. */
export async function checkNewPasskey(response: unknown, { site, challenge }: Expected) {
  const { verifyRegistrationResponse } = await library();
  try {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    });
    if (!made) return null;
    const { id, publicKey, counter, transports = [] } = made.credential;
    return {
      credentialId: id,
      publicKey: Uint8Array.from(publicKey),
      counter,
      transports: transports.filter((one) => typeof one === "string" && /^[a-z-]{1,20}$/.test(one)).slice(0, 10),
      deviceType: made.credentialDeviceType,
      isBackedUp: made.credentialBackedUp,
    };
  } catch {
    return null;
  }
}
