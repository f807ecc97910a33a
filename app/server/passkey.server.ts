import { isIP } from "node:net";
import { findPasskey, type NewPasskey } from "~/domain/identity/passkeys.server";
import { readFactor, type Proof } from "~/domain/identity/second-factor.server";
import { DomainError } from "~/domain/shared/errors";
import {
  checkNewPasskey,
  checkPasskey,
  credentialOf,
  passkeyCreation,
  passkeyRequest,
  type PasskeyCreation,
  type PasskeySite,
} from "~/platform/webauthn.server";
import { appUrl, database } from "./app-context.server";
import { CHALLENGE_MINUTES, storeChallenge, readChallenge, takeChallenge } from "./passkey-challenge.server";
import { readPending } from "./pending-sign-in.server";
import { currentUser, type RequestContext } from "./session.server";

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

/** Returns the site that passkeys are made for; null where browsers make none: at an IP address, or over http. */
export function passkeySite(): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(appUrl());
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || (protocol !== "https:" && !isLocal)) return null;
  return { id: hostname, origin };
}

function theSite(): PasskeySite {
  const site = passkeySite();
  if (!site) throw new DomainError("passkey_unknown");
  return site;
}

/** A verified response of a requested passkey. */
type PasskeyProof = Proof & { kind: "passkey" };

/**
 * Returns the options for using a passkey, and their header. `own`: a passkey of the user who is signed in or has given
 * their password; otherwise any the browser has. Throws `passkey_unknown`.
 */
export async function askForPasskey(args: RequestContext, own: boolean) {
  const userId = own ? ((await currentUser(args))?.id ?? (await readPending(args.request))?.userId) : undefined;
  const keys = userId ? (await database().withIdentity((scope) => readFactor(scope, userId))).passkeys : null;
  const options = await passkeyRequest(theSite(), keys, TIMEOUT_MS);
  return { options, header: await storeChallenge("use", { challenge: options.challenge, userId: null }) };
}

/**
 * Verifies the response of a passkey and returns the proof: of this user, or of the passkey's owner. The challenge is
 * used up. Throws `passkey_ended`, `passkey_unknown`, `passkey_wrong`.
 */
export async function passkeyProof(
  { request }: RequestContext,
  answer: string,
  of: string | null,
): Promise<{ userId: string; proof: PasskeyProof }> {
  const { challenge } = await takeChallenge(request, "use");
  const given = credentialOf(answer);
  const key = given && (await database().withIdentity((scope) => findPasskey(scope, given.credentialId)));
  if (!key || (of !== null && key.userId !== of)) throw new DomainError("passkey_unknown");
  const shown = await checkPasskey(given.response, key, { site: theSite(), challenge });
  if (!shown) throw new DomainError("passkey_wrong");
  return { userId: key.userId, proof: { kind: "passkey", credentialId: key.credentialId, ...shown } };
}

/** Returns the options for making a passkey, for a user whose {@link storeChallenge} was allowed; null before. */
export async function newPasskeyOptions(
  { request }: RequestContext,
  person: { id: string; email: string; name: string },
): Promise<PasskeyCreation | null> {
  const site = passkeySite();
  const kept = await readChallenge(request, "make");
  if (!site || kept?.userId !== person.id) return null;
  const { passkeys } = await database().withIdentity((scope) => readFactor(scope, person.id));
  return passkeyCreation(site, person, {
    existing: passkeys,
    challenge: kept.challenge,
    timeout: TIMEOUT_MS,
  });
}

/** Verifies a new passkey of a user. The challenge is used up. Throws `passkey_ended`, `passkey_wrong`. */
export async function newPasskeyOf(
  { request }: RequestContext,
  userId: string,
  answer: string,
): Promise<Omit<NewPasskey, "name">> {
  const { challenge, userId: of } = await takeChallenge(request, "make");
  if (of !== userId) throw new DomainError("passkey_ended");
  const given = credentialOf(answer);
  const made = given && (await checkNewPasskey(given.response, { site: theSite(), challenge }));
  if (!made) throw new DomainError("passkey_wrong");
  return made;
}
