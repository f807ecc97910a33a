import { damagedPlaces } from "~/domain/shared/damaged";
import { digitsOfId } from "~/domain/shared/id-digits";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

// Passkeys (WebAuthn). The library is loaded with the first passkey: it brings what reads certificates.

const library = () => import("@simplewebauthn/server");

/** What a passkey is bound to: the host of this address, for which it works nowhere else. */
export interface PasskeySite {
  /** The host, which must have a name. */
  id: string;
  origin: string;
}

const NAME = "Finderlohn";

type Known = { credentialId: string; transports: string[] };

const described = (keys: readonly Known[]) => keys.map(({ credentialId: id, transports }) => ({ id, transports }));

/**
 * What a browser needs to ask for a passkey: of those given, or of any that it has for this site. The authenticator
 * must recognise the person, by a finger, a face or a PIN.
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

/** What a browser needs to have a passkey made that signs in without the name of its person. */
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

/** The bytes that stand for a person in their passkeys. */
const handleOf = (userId: string) => Uint8Array.from(Buffer.from(digitsOfId(userId), "hex"));

/** The name of the credential that an answer is of; null for what is no answer of a browser. */
export function credentialOf(answer: string): { credentialId: string; response: unknown } | null {
  try {
    const response: unknown = JSON.parse(answer);
    const id = (response as { id?: unknown } | null)?.id;
    // The field was whole, but JSON can write damage into the texts within it.
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

/** What an authenticator's answer has shown; null if it is wrong in anything. */
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
    // Everything it throws says what is wrong with the answer.
    return null;
  }
}

/** The passkey that an authenticator has made; null if its answer is wrong in anything. */
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
