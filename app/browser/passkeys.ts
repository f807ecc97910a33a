import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { paths } from "~/paths/paths";
import { isConnectionError } from "./no-connection";

// Passkeys in the browser. What speaks with the authenticator is loaded when it is used.

const library = () => import("@simplewebauthn/browser");

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Asks for a passkey: `own` of the person this is about, otherwise any for this site. Answers with what to send. */
export async function askPasskey(own: boolean): Promise<string> {
  needPasskeys();
  const { startAuthentication } = await library();
  return textOf(await startAuthentication({ optionsJSON: await requestOf(own) }));
}

/**
 * Has the browser offer passkeys among what it fills into a field that says "webauthn". Answers with what to send once
 * one is chosen, and with null where that is not possible. `signal` ends the offer.
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
    // Nobody asked for it: the button beside it says what is wrong.
    return null;
  }
}

/** Has an authenticator make a passkey. Answers with what to send. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  needPasskeys();
  const { startRegistration } = await library();
  return textOf(await startRegistration({ optionsJSON }));
}

const textOf = (answer: AuthenticationResponseJSON | RegistrationResponseJSON) => JSON.stringify(answer);

async function requestOf(own: boolean): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const body = new URLSearchParams(own ? { own: "yes" } : {});
  const answer = await fetch(paths.passkeyRequest(), { method: "POST", body });
  if (!answer.ok) throw new Error(`passkey request: ${answer.status}`);
  return (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
}

class NoPasskeys extends Error {}

function needPasskeys(): void {
  if (!knowsPasskeys()) throw new NoPasskeys();
}

/** Key in `errors` of what went wrong with a passkey in the browser. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof NoPasskeys) return "passkey_unsupported";
  if (isConnectionError(error)) return "no_connection";
  const { name, code } = error as { name?: string; code?: unknown };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" || name === "InvalidStateError") return "passkey_known";
  if (String(code).startsWith("ERROR_AUTHENTICATOR_MISSING")) return "passkey_device";
  // Cancelled, or waited for too long: browsers do not tell which.
  if (name === "NotAllowedError" || name === "AbortError") return "passkey_cancelled";
  return "passkey_failed";
}
