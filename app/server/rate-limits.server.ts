import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { DomainError } from "~/domain/shared/errors";
import type { AttemptLimit } from "~/platform/db/attempts.server";
import { database, sessionSecret } from "./app-context.server";
import { knownDevice } from "./known-device.server";
import type { RequestContext } from "./session.server";

// Rate limits of the forms that anybody can send (AUTH-13). Every attempt is counted before any lookup, so that known
// and unknown addresses do not differ. Numbers and reasons: docs/decisions/0025-limits-of-attempts.md.

const minutes = (count: number) => count * 60;
const days = (count: number) => minutes(count * 24 * 60);

/**
 * What is counted. `ip`: everything from one network. `pair`: attempts of one network for one address or user. `all`:
 * attempts from anywhere for one address or user. `device`: attempts from a browser where the user has signed in
 * before; no other limit applies to it. `own`: attempts of a signed-in user. Kinds with `Days` count consecutive wrong
 * guesses; a right one resets them.
 */
type Kind = "ip" | "pair" | "pairDays" | "allDays" | "device" | "deviceDays" | "own" | "ownDays";
type Limit = readonly [times: number, seconds: number];

/** Wrong guesses of one network for one address in a week. */
const OF_PAIR: Limit = [15, days(7)];
/** Consecutive wrong guesses of all networks together (NIST SP 800-63B: 100); one network alone cannot reach it. */
const OF_ALL: Limit = [100, days(30)];

/** Number of attempts in a number of seconds. */
const limits = {
  /** Only failures count: a successful sign-in refunds its attempt. */
  "sign-in": {
    ip: [50, minutes(15)],
    pair: [10, minutes(15)],
    pairDays: OF_PAIR,
    allDays: OF_ALL,
    device: [10, minutes(15)],
    deviceDays: OF_ALL,
  },
  /** A code of the second factor; the address is the user whose password was right. Only failures count. */
  factor: {
    ip: [50, minutes(15)],
    pair: [5, minutes(15)],
    pairDays: OF_PAIR,
    allDays: OF_ALL,
    device: [5, minutes(15)],
    deviceDays: OF_ALL,
  },
  /** A passkey names its user itself. Only failures count. */
  passkey: { ip: [50, minutes(15)] },
  "sign-up": { ip: [30, minutes(60)], pair: [5, minutes(60)] },
  "send-again": { ip: [30, minutes(60)], pair: [5, minutes(60)] },
  forgot: { ip: [30, minutes(60)], pair: [5, minutes(60)], device: [5, minutes(60)] },
  "portal-link": { ip: [30, minutes(60)], pair: [5, minutes(60)], device: [5, minutes(60)] },
  /**
   * Re-authentication of a signed-in user. It is counted per session, so that a stolen one locks out no other. Only
   * failures count.
   */
  "confirm-person": { own: [10, minutes(15)], ownDays: OF_ALL },
  /** A webhook test, per organization. Each one sends a request to a foreign server. */
  "webhook-test": { ip: [50, minutes(10)], own: [20, minutes(10)] },
} as const satisfies Record<string, Partial<Record<Kind, Limit>>>;

export type LimitedForm = keyof typeof limits;

/** Emails that are sent because somebody entered an address. */
export type MailedLink = "confirm" | "reset" | "sign-in" | "invite";

/**
 * Limit of one mailbox and one kind of link in an hour. Each kind has its own, so that requests for unwanted links
 * cannot block the one a user needs.
 */
const mails = (kind: MailedLink): AttemptLimit => ({
  name: `link-mail ${kind}`,
  times: kind === "invite" ? 6 : 3,
  seconds: minutes(60),
});

/** Wrong second factors before the user is notified: typing mistakes. */
const SLIPS: AttemptLimit = { name: "factor slip", times: 2, seconds: days(1) };
const TOLD: AttemptLimit = { name: "factor told", times: 1, seconds: days(1) };

/** Counts a wrong second factor. Returns true if the user is to be notified: once a day, not for typing mistakes. */
export async function isFailureToTell(userId: string): Promise<boolean> {
  const { attempts } = database();
  if ((await attempts.count(SLIPS, keyOf(userId))) === 0) return false;
  return (await attempts.count(TOLD, keyOf(userId))) === 0;
}

/**
 * Counts an attempt of a form for an address, a user or another key. An attempt above the limit of its network does not
 * count for the address, so one machine cannot use up another user's attempts. In a browser where the user has signed
 * in before, only its own attempts count. Throws `too_many_attempts` (params: `seconds` to wait, and `count`, the same
 * in minutes), `too_many_guesses`.
 */
export async function countAttempt(args: RequestContext, form: LimitedForm, address: string): Promise<void> {
  for (const { kind, limit, key } of await counted(args, form, address)) {
    const seconds = await database().attempts.count(limit, key);
    if (seconds === 0) continue;
    if (isGuessing(kind)) throw new DomainError("too_many_guesses");
    throw new DomainError("too_many_attempts", { count: Math.ceil(seconds / 60), seconds });
  }
}

/** Refunds an attempt that was right; the wrong guesses before it no longer count. */
export async function refundAttempt(args: RequestContext, form: LimitedForm, address: string): Promise<void> {
  const { attempts } = database();
  for (const { kind, limit, key } of await counted(args, form, address)) {
    await (isGuessing(kind) ? attempts.forget(limit, key) : attempts.takeBack(limit, key));
  }
}

/** Clears the guesses against a user after a new password was set, of passwords and of codes. */
export async function clearGuesses({ userId, email }: { userId: string; email: string }): Promise<void> {
  for (const [form, address] of [
    ["sign-in", email],
    ["factor", userId],
  ] as const) {
    await database().attempts.forget(limitOf(form, "allDays", OF_ALL), keyOf(address));
  }
}

/**
 * Counts an email with a link. Returns true if the mailbox may get it. The form shows the same response either way,
 * because the mailbox already has enough valid links. A browser where the user has signed in before always gets one.
 */
export async function consumeMailQuota(args: RequestContext, kind: MailedLink, address: string): Promise<boolean> {
  if (await knownDevice(args.request, address)) return true;
  return (await database().attempts.count(mails(kind), keyOf(address))) === 0;
}

/**
 * Counts an invitation email of staff. Staff see the error, because they wait for a response to the invitation. Throws
 * `invitation_mailbox_full`.
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

/** Returns the limits, narrow ones first: an attempt that a narrow limit rejects does not count for the wide ones. */
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

/** Keyed hash, so that the table reveals neither email nor IP addresses. */
const keyOf = (value: string): string => attemptKey(sessionSecret(), value);

/** Hashes a value with the application's secret, for callers that already have the secret. */
export const attemptKey = (secret: string, value: string): string =>
  createHmac("sha256", secret).update(`attempts ${value}`).digest("base64url");

/**
 * Returns the part of an address that a client cannot change at will: an IPv4 address, or the first 64 bits of an IPv6
 * address.
 */
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
