/** The receiver's mail server reports that the address does not exist, so a retry is pointless. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
  constructor() {
    super("the mail server reports that the address does not exist");
  }
}

/** A status code of RFC 3463. The first match is the response's own code (RFC 2034); later ones may be quoted. */
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;

/**
 * Status codes of the class "addressing" (5.1.x) that concern the receiver: no such mailbox, no such host, wrong
 * syntax, moved, and a domain without mail (RFC 7505). Others concern the sender (7, 8) or are ambiguous (0).
 */
const GONE = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"]);

/** Phrases of servers that send no status codes. */
const IN_WORDS =
  /\b(?:user unknown|(?:unknown|no such|invalid|nonexistent) (?:local )?(?:user|recipient|mailbox)|no mailbox here|(?:user|recipient|mailbox|account) (?:not found|unknown|(?:does not|doesn['’]t) exist))\b/i;
const ABOUT_OTHERS = /\b(?:sender|mail from|relay|verify|spam|policy|block)/i;
const BASIC = new Set([550, 551, 553]);

/**
 * Whether a mail server's response says that the receiver does not exist. Rejections for other reasons (policy,
 * content, sender) may be temporary and do not count.
 * @param answer the response. Only responses to RCPT TO count, because later ones concern the content
 */
export function saysUnknown(answer: { command?: string; responseCode?: number; response?: string }): boolean {
  const { command, responseCode: code = 0, response = "" } = answer;
  if (command !== "RCPT TO" || code < 500 || code > 599) return false;
  const status = STATUS.exec(response.replace(/^\d{3}[ -]/, ""))?.[1];
  if (status) return GONE.has(status);
  return BASIC.has(code) && IN_WORDS.test(response) && !ABOUT_OTHERS.test(response);
}
