import type { Shown } from "~/domain/identity/identity.schema";
import { lockUser } from "~/domain/identity/lock-user.server";
import {
  addPasskey,
  confirmApp,
  hasFactor,
  isOn,
  readFactor,
  removeFactor,
  replaceRecoveryCodes,
  useProof,
} from "~/domain/identity/second-factor.server";
import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import { DomainError } from "~/domain/shared/errors";
import type { IdentityScope } from "~/domain/shared/scope";
import { requestLanguage } from "~/i18n/i18n.server";
import { countAttempt, takeAttemptBack } from "./attempt-limits.server";
import { database } from "./app-context.server";
import { confirmPerson } from "./confirm-person.server";
import type { FormReply } from "./form-reply.server";
import { appProof, makeRecoveryCodes, proofOf } from "./factor.server";
import { requireStaffMember, type Member } from "./open-scope.server";
import { newPasskeyOf, passkeyProof } from "./passkey.server";
import { currentSecret, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/** An answer with new recovery codes, shown this once. */
type CodesReply = FormReply & { codes: string[] };

/** With the recovery codes of a factor that was just turned on; null if it was on before. */
type Codes = CodesReply | null;

/** Turns the app on that is being set up, with its first code. Throws `factor_code_wrong`, `factor_ended`. */
export async function confirmOwnApp(args: RequestContext, code: string): Promise<Codes> {
  return limited(args, async (user) => {
    const facts = await factsOf(user);
    if (!facts.app || facts.app.isConfirmed) throw new DomainError("factor_ended");
    const proof = appProof(user.id, code, facts.app);
    return turnOn(args, user, isOn(facts), (scope, given) =>
      confirmApp(scope, user.id, { ...proof, ...given }),
    );
  });
}

/** Adds the passkey that was made. Throws what newPasskeyOf and addPasskey throw. */
export async function addOwnPasskey(
  args: RequestContext,
  { name, passkey }: { name: string; passkey: string },
): Promise<Codes> {
  const user = await requireStaffMember(args);
  const made = await newPasskeyOf(args, user.id, passkey);
  const wasOn = isOn(await factsOf(user));
  return turnOn(args, user, wasOn, (scope, given) => addPasskey(scope, user.id, { ...made, name }, given));
}

/** With the first passkey or app: makes the recovery codes. Its owner is told by mail, and the log has a line. */
async function turnOn(
  args: RequestContext,
  user: Member,
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

/** Makes new recovery codes for somebody who shows their factor. Throws `factor_ended` if they have none. */
export async function makeOwnCodes(args: RequestContext, shown: Shown): Promise<CodesReply> {
  const { codes, codeHashes } = await makeRecoveryCodes();
  const user = await withProof(args, shown, async (scope, member) => {
    if (!(await hasFactor(scope, member.id))) throw new DomainError("factor_ended");
    await replaceRecoveryCodes(scope, member.id, codeHashes);
    return member;
  });
  logSignIn(args, "recovery_codes_made", { user_id: user.id });
  return { codes };
}

/** Removes the app, or a passkey, for somebody who shows their factor. Returns whether something else is left. */
export async function removeOwnFactor(
  args: RequestContext,
  shown: Shown,
  what: { passkey: string | null },
): Promise<boolean> {
  const language = await requestLanguage(args.request);
  const { user, event } = await withProof(args, shown, async (scope, member) => {
    const event = (await removeFactor(scope, member.id, what)) ? "factor_changed" : "factor_off";
    await giveSecurityNotice(scope, member.id, event, language);
    return { user: member, event } as const;
  });
  logSignIn(args, event, { user_id: user.id });
  return event === "factor_changed";
}

const factsOf = ({ id }: Member) => database().withIdentity((scope) => readFactor(scope, id));

/** What the person signed in can show to prove that it is them, so that a form asks for it. */
export async function proofsOf(user: Member): Promise<Proofs> {
  const facts = await factsOf(user);
  if (!isOn(facts)) return { password: true, code: false, passkey: false };
  return {
    password: false,
    code: Boolean(facts.app?.isConfirmed) || facts.recovery.left > 0,
    passkey: facts.passkeys.length > 0,
  };
}

/** The password, or what the second factor has. */
export type Proofs = Record<"password" | "code" | "passkey", boolean>;

/**
 * Does something for which the person signed in has to show that it is them: with their second factor, or with the password as long as
 * they have none. What they show is used up.
 * Throws `password_wrong`, `factor_code_wrong`, `factor_code_used`, `factor_ended`, `passkey_ended`, `passkey_unknown`, `passkey_wrong`,
 * `too_many_attempts`.
 */
export async function withProof<T>(
  args: RequestContext,
  shown: Shown,
  use: (scope: IdentityScope, user: Member) => Promise<T>,
): Promise<T> {
  const user = await requireStaffMember(args);
  const facts = await factsOf(user);
  if (!isOn(facts)) {
    await confirmPerson(args, user, { password: shown.password ?? "" });
    return database().withIdentity(async (scope) => {
      await lockUser(scope, user.id);
      if (await hasFactor(scope, user.id)) throw new DomainError("factor_ended");
      return use(scope, user);
    });
  }
  // What is done with it may be refused too; that is no attempt at guessing.
  return limited(args, async () => {
    const proof =
      shown.proof === "passkey"
        ? (await passkeyProof(args, shown.passkey ?? "", user.id)).proof
        : await proofOf(user.id, shown.code ?? "", facts);
    return database().withIdentity(async (scope) => {
      await lockUser(scope, user.id);
      await useProof(scope, user.id, proof);
      return use(scope, user).catch((refusal: unknown) => {
        throw new Proven(refusal);
      });
    });
  });
}

/** What fails after the proof. */
class Proven extends Error {
  constructor(override readonly cause: unknown) {
    super("refused after the proof");
  }
}

/** Counts the attempts of a person at codes and passkeys, wherever they give them; only failures count. */
async function limited<T>(args: RequestContext, use: (user: Member) => Promise<T>): Promise<T> {
  const user = await requireStaffMember(args);
  try {
    await countAttempt(args, "factor", user.id);
    const result = await use(user);
    await takeAttemptBack(args, "factor", user.id);
    return result;
  } catch (refusal) {
    if (refusal instanceof Proven) {
      await takeAttemptBack(args, "factor", user.id);
      throw refusal.cause;
    }
    if (refusal instanceof DomainError) {
      logSignIn(args, "factor_failed", { user_id: user.id, reason: refusal.code });
    }
    throw refusal;
  }
}
