/** The receiver's mail server says that the address does not exist. Trying again is of no use. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
  constructor() {
    super("the mail server says that the address does not exist");
  }
}

/** A status code by RFC 3463. The first one is the answer's own (RFC 2034); others may be quoted. */
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;

/**
 * Of the class "addressing" (5.1.x) those about the receiver: no such mailbox, no such host, wrong syntax, moved away,
 * and a domain that takes no mail (RFC 7505). The others are about the sender (7, 8) or say too little (0, which is
 * also said of senders).
 */
const GONE = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"]);

/** What servers without status codes say. */
const IN_WORDS =
  /\b(?:user unknown|(?:unknown|no such|invalid|nonexistent) (?:local )?(?:user|recipient|mailbox)|no mailbox here|(?:user|recipient|mailbox|account) (?:not found|unknown|(?:does not|doesn['’]t) exist))\b/i;
const ABOUT_OTHERS = /\b(?:sender|mail from|relay|verify|spam|policy|block)/i;
const BASIC = new Set([550, 551, 553]);

/**
 * Whether a mail server's answer says that the receiver does not exist. Refusals for another reason (policy, content,
 * the sender) are not among them: they may pass.
 * @param command that was answered; what is said after the content is about the content
 */
export function saysUnknown(answer: { command?: string; responseCode?: number; response?: string }): boolean {
  const { command, responseCode: code = 0, response = "" } = answer;
  if (command !== "RCPT TO" || code < 500 || code > 599) return false;
  const status = STATUS.exec(response.replace(/^\d{3}[ -]/, ""))?.[1];
  if (status) return GONE.has(status);
  return BASIC.has(code) && IN_WORDS.test(response) && !ABOUT_OTHERS.test(response);
}
