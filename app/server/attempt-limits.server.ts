import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { DomainError } from "~/domain/shared/errors";
import type { AttemptLimit } from "~/platform/db/attempts.server";
import { database, sessionSecret } from "./app-context.server";
import { knownDevice } from "./known-device.server";
import type { RequestContext } from "./session.server";

// How often the forms that anybody can send are answered (AUTH-13). Everything is counted before anything is looked up,
// so that known and unknown addresses do not differ. The numbers and their reasons:
// docs/decisions/0025-limits-of-attempts.md.

const minutes = (count: number) => count * 60;
const days = (count: number) => minutes(count * 24 * 60);

/**
 * What is counted. `ip`: all that one network sends. `pair`: what one network sends for one address or person. `all`:
 * what is sent for them from anywhere. `device`: what a browser sends in which they have signed in before, for which
 * nothing else counts. `own`: of somebody signed in. Those with `Days` are guesses in a row: the one that is right ends
 * them.
 */
type Kind = "ip" | "pair" | "pairDays" | "allDays" | "device" | "deviceDays" | "own" | "ownDays";
type Limit = readonly [times: number, seconds: number];

/** One network can be wrong so often in a week, */
const OF_PAIR: Limit = [15, days(7)];
/** all together so often in a row (NIST SP 800-63B: 100): more than one network reaches alone. */
const OF_ALL: Limit = [100, days(30)];

/** At most so often in so many seconds. */
const limits = {
  /** Only failures count: whoever signs in takes their attempt back. */
  "sign-in": {
    ip: [50, minutes(15)],
    pair: [10, minutes(15)],
    pairDays: OF_PAIR,
    allDays: OF_ALL,
    device: [10, minutes(15)],
    deviceDays: OF_ALL,
  },
  /** A code of the second factor; the address is the person, whose password was right. Only failures count. */
  factor: {
    ip: [50, minutes(15)],
    pair: [5, minutes(15)],
    pairDays: OF_PAIR,
    allDays: OF_ALL,
    device: [5, minutes(15)],
    deviceDays: OF_ALL,
  },
  /** A passkey alone names its person itself. Only failures count. */
  passkey: { ip: [50, minutes(15)] },
  "sign-up": { ip: [30, minutes(60)], pair: [5, minutes(60)] },
  "send-again": { ip: [30, minutes(60)], pair: [5, minutes(60)] },
  forgot: { ip: [30, minutes(60)], pair: [5, minutes(60)], device: [5, minutes(60)] },
  "portal-link": { ip: [30, minutes(60)], pair: [5, minutes(60)], device: [5, minutes(60)] },
  /**
   * Of somebody signed in, who confirms that it is them; by session, so that a stolen one shuts no other out. Only
   * failures count.
   */
  "confirm-person": { own: [10, minutes(15)], ownDays: OF_ALL },
  /** A test of the webhook; of the organisation. Each makes us call somebody's server. */
  "webhook-test": { ip: [50, minutes(10)], own: [20, minutes(10)] },
} as const satisfies Record<string, Partial<Record<Kind, Limit>>>;

export type LimitedForm = keyof typeof limits;

/** What is mailed because somebody has typed an address. */
export type MailedLink = "confirm" | "reset" | "sign-in" | "invite";

/**
 * Mails with a link of one kind that one mailbox gets in an hour. Each kind by itself: whoever asks for links that
 * nobody has a use for takes nobody the one they need.
 */
const mails = (kind: MailedLink): AttemptLimit => ({
  name: `link-mail ${kind}`,
  times: kind === "invite" ? 6 : 3,
  seconds: minutes(60),
});

/** Second factors that are refused before the person is told: slips of the hand. */
const SLIPS: AttemptLimit = { name: "factor slip", times: 2, seconds: days(1) };
const TOLD: AttemptLimit = { name: "factor told", times: 1, seconds: days(1) };

/**
 * Whether a person is to be told that their second factor was refused: once a day, not for slips. Each call counts a
 * refusal.
 */
export async function isFailureToTell(userId: string): Promise<boolean> {
  const { attempts } = database();
  if ((await attempts.count(SLIPS, keyOf(userId))) === 0) return false;
  return (await attempts.count(TOLD, keyOf(userId))) === 0;
}

/**
 * Counts that a form was sent for an address, a person or whatever it is limited by. An attempt that is too many for
 * its network is not counted for the address: one machine cannot use up the attempts of somebody else. In a browser
 * where the person has signed in before only its own attempts count.
 * Throws `too_many_attempts` (params: `seconds` to wait, and `count`, the same in minutes), `too_many_guesses`.
 */
export async function countAttempt(args: RequestContext, form: LimitedForm, address: string): Promise<void> {
  for (const { kind, limit, key } of await counted(args, form, address)) {
    const seconds = await database().attempts.count(limit, key);
    if (seconds === 0) continue;
    if (isGuessing(kind)) throw new DomainError("too_many_guesses");
    throw new DomainError("too_many_attempts", { count: Math.ceil(seconds / 60), seconds });
  }
}

/** Takes an attempt back that has shown that it was no guess; the guesses before it are over. */
export async function takeAttemptBack(args: RequestContext, form: LimitedForm, address: string): Promise<void> {
  const { attempts } = database();
  for (const { kind, limit, key } of await counted(args, form, address)) {
    await (isGuessing(kind) ? attempts.forget(limit, key) : attempts.takeBack(limit, key));
  }
}

/**
 * A new password was set: what was guessed of the one before, and of codes after it, no longer counts against the
 * person.
 */
export async function forgetGuesses({ userId, email }: { userId: string; email: string }): Promise<void> {
  for (const [form, address] of [
    ["sign-in", email],
    ["factor", userId],
  ] as const) {
    await database().attempts.forget(limitOf(form, "allDays", OF_ALL), keyOf(address));
  }
}

/**
 * Whether a mailbox may get one more mail with a link. Each call counts. Whoever asked is answered as ever, because the
 * owner of the mailbox has links enough that work. Somebody who asks in a browser where they have signed in before
 * always gets one.
 */
export async function mayMail(args: RequestContext, kind: MailedLink, address: string): Promise<boolean> {
  if (await knownDevice(args.request, address)) return true;
  return (await database().attempts.count(mails(kind), keyOf(address))) === 0;
}

/**
 * Counts an invitation that staff have mailed: they are told, because they wait for somebody's answer.
 * Throws `invitation_mailbox_full`.
 */
export async function requireMailable(address: string): Promise<void> {
  if ((await database().attempts.count(mails("invite"), keyOf(address))) > 0) {
    throw new DomainError("invitation_mailbox_full");
  }
}

interface Counted {
  kind: Kind;
  limit: AttemptLimit;
  key: string;
}

const isGuessing = (kind: Kind) => kind.endsWith("Days");
const isOfDevice = (kind: Kind) => kind.startsWith("device");

/** The narrow limits first: what they refuse is not counted by the wide ones. */
async function counted(args: RequestContext, form: LimitedForm, address: string): Promise<Counted[]> {
  const network = networkOf(args.context.ip);
  const wanted = Object.entries(limits[form]) as [Kind, Limit][];
  const device = wanted.some(([kind]) => isOfDevice(kind)) ? await knownDevice(args.request, address) : null;
  const keys: Record<Kind, string> = {
    ip: network,
    pair: `${address} ${network}`,
    pairDays: `${address} ${network}`,
    allDays: address,
    own: address,
    ownDays: address,
    device: `device ${device}`,
    deviceDays: `device ${device}`,
  };
  return wanted
    .filter(([kind]) => isOfDevice(kind) === (device !== null))
    .map(([kind, limit]) => ({ kind, limit: limitOf(form, kind, limit), key: keyOf(keys[kind]) }));
}

const limitOf = (form: LimitedForm, kind: Kind, [times, seconds]: Limit): AttemptLimit => ({
  name: `${form} ${kind}`,
  times,
  seconds,
});

/** Keyed, so that the table tells neither mail nor IP addresses. */
const keyOf = (value: string): string => attemptKey(sessionSecret(), value);

/** The same with the application's secret, for doors that have it at hand. */
export const attemptKey = (secret: string, value: string): string =>
  createHmac("sha256", secret).update(`attempts ${value}`).digest("base64url");

/** What somebody cannot change at will: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = "", tail] = ip.split("%")[0]!.toLowerCase().split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
