import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { DomainError } from "~/domain/shared/errors";
import type { AttemptLimit } from "~/platform/db/attempts.server";
import { database, sessionSecret } from "./app-context.server";
import type { RequestContext } from "./session.server";

// How often the forms that anybody can send are answered (AUTH-13): by the address that is typed and by the IP address that
// sends it. Both are counted before anything is looked up, so that known and unknown addresses do not differ. The numbers and
// their reasons: docs/decisions/0025-limits-of-attempts.md.

const minutes = (count: number) => count * 60;

/** At most so often in so many seconds: for one e-mail address, and for one IP address. */
const limits = {
  /** Only failures count: whoever signs in takes their attempt back. */
  "sign-in": { address: [10, minutes(15)], ip: [50, minutes(15)] },
  /** A code of the second factor; the address is the person, whose password was right. Only failures count. */
  factor: { address: [5, minutes(15)], ip: [50, minutes(15)] },
  /** A passkey alone names its person itself, so both count the IP address. Only failures count. */
  passkey: { address: [50, minutes(15)], ip: [50, minutes(15)] },
  "sign-up": { address: [5, minutes(60)], ip: [30, minutes(60)] },
  "send-again": { address: [5, minutes(60)], ip: [30, minutes(60)] },
  forgot: { address: [5, minutes(60)], ip: [30, minutes(60)] },
  /** Of somebody signed in, who confirms that it is them. Only failures count. */
  "confirm-person": { address: [10, minutes(15)], ip: [50, minutes(15)] },
  /** A test of the webhook; the address is the organisation. Each makes us call somebody's server. */
  "webhook-test": { address: [20, minutes(10)], ip: [50, minutes(10)] },
  "portal-link": { address: [5, minutes(60)], ip: [30, minutes(60)] },
} as const satisfies Record<string, Record<"address" | "ip", readonly [times: number, seconds: number]>>;

export type LimitedForm = keyof typeof limits;

/** Mails with a link that one mailbox gets because somebody typed its address, whatever the form. */
const MAILS: AttemptLimit = { name: "link-mail", times: 6, seconds: minutes(60) };

/** Second factors that are refused before the person is told: slips of the hand. */
const SLIPS: AttemptLimit = { name: "factor slip", times: 2, seconds: minutes(24 * 60) };
const TOLD: AttemptLimit = { name: "factor told", times: 1, seconds: minutes(24 * 60) };

/** Whether a person is to be told that their second factor was refused: once a day, not for slips. Each call counts a refusal. */
export async function isFailureToTell(userId: string): Promise<boolean> {
  const { attempts } = database();
  if ((await attempts.count(SLIPS, keyOf(userId))) === 0) return false;
  return (await attempts.count(TOLD, keyOf(userId))) === 0;
}

/**
 * Counts that a form was sent for an address. An attempt that is too many by its IP address is not counted for the e-mail
 * address: one machine cannot use up the attempts of somebody else on its own.
 * Throws `too_many_attempts` (params: `seconds` to wait, and `count`, the same in minutes).
 */
export async function countAttempt(args: RequestContext, form: LimitedForm, address: string): Promise<void> {
  for (const [limit, key] of counted(args, form, address)) {
    const seconds = await database().attempts.count(limit, key);
    if (seconds > 0) {
      throw new DomainError("too_many_attempts", { count: Math.ceil(seconds / 60), seconds });
    }
  }
}

/** Takes an attempt back that has shown that it was no guess. */
export async function takeAttemptBack(
  args: RequestContext,
  form: LimitedForm,
  address: string,
): Promise<void> {
  for (const [limit, key] of counted(args, form, address)) await database().attempts.takeBack(limit, key);
}

/**
 * Whether a mailbox may get one more mail with a link. Each call counts. Whoever asked is answered as ever, because the owner of
 * the mailbox has links enough that work.
 */
export async function mayMail(address: string): Promise<boolean> {
  return (await database().attempts.count(MAILS, keyOf(address))) === 0;
}

/**
 * The same for staff who invite: they are told, because they wait for somebody's answer.
 * Throws `invitation_mailbox_full`.
 */
export async function requireMailable(address: string): Promise<void> {
  if (!(await mayMail(address))) throw new DomainError("invitation_mailbox_full");
}

function counted(
  { context }: RequestContext,
  form: LimitedForm,
  address: string,
): [limit: AttemptLimit, key: string][] {
  const limit = (kind: "address" | "ip"): AttemptLimit => {
    const [times, seconds] = limits[form][kind];
    return { name: `${form} ${kind}`, times, seconds };
  };
  return [
    [limit("ip"), keyOf(networkOf(context.ip))],
    [limit("address"), keyOf(address)],
  ];
}

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
