import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { paths } from "~/paths/paths";
import { isConnectionError } from "./no-connection";

// Passkeys in the browser. The library that calls the authenticator is loaded on first use.

const library = () => import("@simplewebauthn/browser");

/** Returns true if this browser supports passkeys. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Requests a passkey: `own` of the current user, otherwise any for this site. Returns the value to send. */
export async function askPasskey(own: boolean): Promise<string> {
  needPasskeys();
  const { startAuthentication } = await library();
  return textOf(await startAuthentication({ optionsJSON: await requestOf(own) }));
}

/**
 * Offers passkeys in the autofill of a field marked "webauthn". Returns the value to send once one is chosen, and null
 * where that is not possible. `signal` ends the offer.
 */
export async function offerPasskey(signal: AbortSignal): Promise<string | null> {
  if (!knowsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  try {
    const optionsJSON = await requestOf(false);
    const { startAuthentication, WebAuthnAbortService } = await library();
    if (signal.aborted) return null;
    signal.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
    return textOf(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
  } catch {
    // The user did not request it; the button beside the field reports the problem.
    return null;
  }
}

/** Makes a passkey with an authenticator. Returns the value to send. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  needPasskeys();
  const { startRegistration } = await library();
  return textOf(await startRegistration({ optionsJSON }));
}

const textOf = (answer: AuthenticationResponseJSON | RegistrationResponseJSON) => JSON.stringify(answer);

async function requestOf(own: boolean): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const body = new URLSearchParams(own ? { own: "yes" } : {});
  const answer = await fetch(paths.passkeyRequest(), { method: "POST", body });
  if (!answer.ok) throw new Error(`passkey options request failed: ${answer.status}`);
  return (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
}

class NoPasskeys extends Error {}

function needPasskeys(): void {
  if (!knowsPasskeys()) throw new NoPasskeys();
}

/** Returns the key in `errors` of a passkey problem in the browser. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof NoPasskeys) return "passkey_unsupported";
  if (isConnectionError(error)) return "no_connection";
  const { name, code } = error as { name?: string; code?: unknown };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" || name === "InvalidStateError") return "passkey_known";
  if (String(code).startsWith("ERROR_AUTHENTICATOR_MISSING")) return "passkey_device";
  // Canceled or timed out: browsers do not distinguish them.
  if (name === "NotAllowedError" || name === "AbortError") return "passkey_cancelled";
  return "passkey_failed";
}
