import { expect, test } from "vitest";
import { saysUnknown } from "./address-refused";

const at = (response: string, command = "RCPT TO") =>
  saysUnknown({ command, responseCode: Number(response.slice(0, 3)), response });

// Real responses of mail servers.
test.each([
  "550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
  "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550 5.1.1 double-checking it",
  "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
  "556 5.1.10 Recipient address has null MX",
  "553 sorry, no mailbox here by that name (#5.1.1)",
  "501 5.1.3 Bad recipient address syntax",
  "550 5.1.2 <x@nowhere.example>: Recipient address rejected: Domain not found",
  "551 5.1.6 Mailbox has moved",
  "550 No such user here",
  "550 Requested action not taken: mailbox not found",
  "550 user unknown",
  "550 Unknown user",
])("[NOT-02] treats %j as an address that does not exist", (response) => {
  expect(at(response)).toBe(true);
  expect(at(response, "DATA")).toBe(false);
  expect(at(response, "MAIL FROM")).toBe(false);
});

test.each([
  "450 4.1.1 <x@example.com>: Recipient address rejected: User unknown, try again",
  "451 4.3.0 user unknown for the moment",
  "550 5.7.1 Service unavailable; blocked using a list, see 5.1.1",
  "554 5.7.1 <x@example.com>: Relay access denied",
  "550 5.7.23 SPF validation failed",
  "550 5.2.2 Mailbox full",
  "552 5.3.4 Message too big",
  "550 5.1.0 <no-reply@finderlohn.test>: Sender address rejected: User unknown in local recipient table",
  "550 5.1.7 Bad sender's mailbox address syntax",
  "550 5.1.8 <no-reply@finderlohn.test>: Sender address rejected: Domain not found",
  "550 5.4.1 Recipient address rejected: Access denied",
  "550 Sender verify failed: no such user",
  "550 Administrative prohibition",
  "550 blocked by 5.1.1.2",
  "550 spam detected, user unknown",
])("[NOT-02] does not treat %j as an address that does not exist", (response) => {
  expect(at(response)).toBe(false);
});
