import { lockUser } from "~/domain/identity/lock-user.server";
import {
  addPasskey,
  confirmApp,
  hasFactor,
  isOn,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
} from "~/domain/identity/second-factor.server";
import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import type { CurrentUser } from "~/domain/identity/session.server";
import { DomainError } from "~/domain/shared/errors";
import type { IdentityScope } from "~/domain/shared/scope";
import { requestLanguage } from "./request-language.server";
import { database } from "./app-context.server";
import type { FormReply } from "~/browser/form-reply";
import { appProof, makeRecoveryCodes } from "./factor.server";
import { newPasskeyOf } from "./passkey.server";
import { limitedFactor, requireProven } from "./prove.server";
import { currentSecret, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/** A submission result with new recovery codes, which are shown only once. */
type CodesReply = FormReply & { codes: string[] };

/** Recovery codes of a second factor that was just enabled; null if 2FA was enabled before. */
type Codes = CodesReply | null;

/**
 * Enables the authenticator app that is being set up, with its first code. Throws `factor_code_wrong`, `factor_ended`,
 * `proof_required`.
 */
export async function confirmOwnApp(args: RequestContext, code: string): Promise<Codes> {
  await requireProven(args, "account.set_up_app");
  return limitedFactor(args, async (user) => {
    const facts = await factsOf(user);
    if (!facts.app || facts.app.isConfirmed) throw new DomainError("factor_ended");
    const proof = appProof(user.id, code, facts.app);
    return turnOn(args, user, isOn(facts), (scope, given) => confirmApp(scope, user.id, { ...proof, ...given }));
  });
}

/** Adds a new passkey. Throws what newPasskeyOf and addPasskey throw, and `proof_required`. */
export async function addOwnPasskey(
  args: RequestContext,
  { name, passkey }: { name: string; passkey: string },
): Promise<Codes> {
  const user = await requireProven(args, "account.add_passkey");
  const made = await newPasskeyOf(args, user.id, passkey);
  const wasOn = isOn(await factsOf(user));
  return turnOn(args, user, wasOn, (scope, given) => addPasskey(scope, user.id, { ...made, name }, given));
}

/**
 * Enables 2FA. With the first passkey or app it makes the recovery codes, notifies the user by email and writes a log
 * line.
 */
async function turnOn(
  args: RequestContext,
  user: CurrentUser,
  wasOn: boolean,
  add: (scope: IdentityScope, given: { kept: string; codeHashes: string[] | null }) => Promise<void>,
): Promise<Codes> {
  const made = wasOn ? null : await makeRecoveryCodes();
  const kept = await currentSecret(args.request);
  const language = await requestLanguage(args.request);
  const event = wasOn ? "factor_changed" : "factor_on";
  await database().withIdentity(async (scope) => {
    await add(scope, { kept, codeHashes: made && made.codeHashes });
    await giveSecurityNotice(scope, user.id, event, language);
  });
  logSignIn(args, event, { user_id: user.id });
  return made && { codes: made.codes };
}

/** Makes new recovery codes. Throws `factor_ended` if the user has no factor, `proof_required`. */
export async function makeOwnCodes(args: RequestContext): Promise<CodesReply> {
  const user = await requireProven(args, "account.make_codes");
  const { codes, codeHashes } = await makeRecoveryCodes();
  await database().withIdentity(async (scope) => {
    await lockUser(scope, user.id);
    if (!(await hasFactor(scope, user.id))) throw new DomainError("factor_ended");
    await replaceRecoveryCodes(scope, user.id, codeHashes);
  });
  logSignIn(args, "recovery_codes_made", { user_id: user.id });
  return { codes };
}

/**
 * Removes the app, or a passkey. Returns true if another factor is left. Throws what removeFactor throws, and
 * `proof_required`.
 */
export async function removeOwnFactor(args: RequestContext, what: { passkey: string | null }): Promise<boolean> {
  const { id } = await requireProven(args, "account.remove_factor");
  const language = await requestLanguage(args.request);
  const event = await database().withIdentity(async (scope) => {
    await lockUser(scope, id);
    const event = (await removeFactor(scope, id, what)) ? "factor_changed" : "factor_off";
    await giveSecurityNotice(scope, id, event, language);
    return event;
  });
  logSignIn(args, event, { user_id: id });
  return event === "factor_changed";
}
const factsOf = ({ id }: Pick<CurrentUser, "id">) => database().withIdentity((scope) => readFactor(scope, id));
