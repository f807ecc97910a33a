import { describe, expect, test } from "vitest";
import { mailTopics } from "./notice";
import { readSealedToken, readToken, writeToken } from "./unsubscribe-token.server";

const org = "0199a0c4-7d5e-7000-8000-000000000001";
const user = "0199a0c4-7d5e-7000-8000-000000000002";
const affiliate = "0199a0c4-7d5e-7000-8000-000000000003";
const issuedAt = new Date("2026-11-25T23:59:59Z");

describe("[NOT-02] the token that switches emails off", () => {
  test.each([...mailTopics])("is read back as written, with its day: %s", (topic) => {
    for (const affiliateId of [affiliate, null]) {
      const unsubscribing = { orgId: org, receiver: { userId: user, affiliateId }, topic };
      const bytes = writeToken(unsubscribing, issuedAt);
      expect(readToken(bytes)).toEqual({ unsubscribing, issuedOn: new Date("2026-11-25T00:00:00Z") });
      expect(bytes).toHaveLength(affiliateId ? 51 : 35);
    }
  });

  test("keeps the bytes of the topics used in sent emails", () => {
    const code = (topic: (typeof mailTopics)[number]) =>
      writeToken({ orgId: org, receiver: { userId: user, affiliateId: null }, topic }, issuedAt)[0];
    expect(mailTopics.map(code)).toEqual([1, 8, 9, 10, 2, 6, 3, 4, 5, 7]);
  });

  test.each([
    ["nothing", 0, 0],
    ["no topic", 0, 51],
    ["an unknown topic", 200, 51],
    ["one id", 3, 19],
    ["a part of an id", 3, 50],
    ["four ids", 3, 67],
  ])("is rejected: %s", (_name, topic, length) => {
    expect(readToken(Buffer.alloc(length, topic))).toBeNull();
  });
});

describe("[NOT-02] a token of earlier emails", () => {
  const token = { purpose: "unsubscribe", org, user, affiliate, topic: "deal_created" };

  test("contains receiver and topic", () => {
    const receiver = { userId: user, affiliateId: affiliate };
    expect(readSealedToken(JSON.stringify(token))).toEqual({ orgId: org, receiver, topic: "deal_created" });
    const staff = { ...token, affiliate: null, topic: "lead_created" };
    expect(readSealedToken(JSON.stringify(staff))).toEqual({
      orgId: org,
      topic: "lead_created",
      receiver: { userId: user, affiliateId: null },
    });
  });

  test.each([
    ["a token for another purpose", { ...token, purpose: "session" }],
    ["no purpose", { ...token, purpose: undefined }],
    ["an email that cannot be switched off", { ...token, topic: "terms_changed" }],
    ["no organization", { ...token, org: undefined }],
    ["an invalid user id", { ...token, user: "me" }],
    ["an invalid affiliate id", { ...token, affiliate: "" }],
    ["no affiliate field", { ...token, affiliate: undefined }],
    ["nothing", null],
  ])("is rejected: %s", (_name, other) => {
    expect(readSealedToken(JSON.stringify(other))).toBeNull();
  });

  test("is rejected if it is not valid JSON", () => {
    for (const text of ["", "{", "unsubscribe"]) expect(readSealedToken(text)).toBeNull();
  });
});
