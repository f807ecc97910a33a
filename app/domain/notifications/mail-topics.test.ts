import { expect, test } from "vitest";
import { affiliateTopics, mailTopics, staffTopics, topicOf } from "./mail-topics";
import type { Notice } from "./notice";

/** The notice only has to say its type. */
const topic = (type: Notice["type"]) => topicOf({ type } as Notice);

test("[NOT-01] what can be switched off: by whom, and with which topic", () => {
  expect(staffTopics.map(topic)).toEqual(["lead_created", "affiliate_joined"]);
  expect(affiliateTopics.map(topic)).toEqual(["deal_created", "commission_paid", "lead_lost"]);
  expect(new Set(mailTopics)).toEqual(new Set([...staffTopics, ...affiliateTopics]));
});

test("[NOT-01] the correction of a payment goes with the payments, a new member with the new affiliates", () => {
  expect(topic("commission_reversed")).toBe("commission_paid");
  expect(topic("member_joined")).toBe("affiliate_joined");
});

test("[NOT-01] changed terms, a disabled webhook, what is paid and who has power always come by mail", () => {
  for (const type of ["terms_changed", "webhook_disabled", "billing", "security"] as const)
    expect(topic(type), type).toBeNull();
});
