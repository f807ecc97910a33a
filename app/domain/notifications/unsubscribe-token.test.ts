import { describe, expect, test } from "vitest";
import { readToken, writeToken } from "./unsubscribe-token";

const org = "0199a0c4-7d5e-7000-8000-000000000001";
const user = "0199a0c4-7d5e-7000-8000-000000000002";
const affiliate = "0199a0c4-7d5e-7000-8000-000000000003";
const token = { purpose: "unsubscribe", org, user, affiliate, topic: "deal_created" };

describe("[NOT-01] the token that switches mails off", () => {
  test("says which mails of whom, and is read as it was written", () => {
    const asAffiliate = {
      orgId: org,
      receiver: { userId: user, affiliateId: affiliate },
      topic: "deal_created",
    } as const;
    expect(JSON.parse(writeToken(asAffiliate))).toEqual(token);
    expect(readToken(writeToken(asAffiliate))).toEqual(asAffiliate);
    const asStaff = {
      orgId: org,
      receiver: { userId: user, affiliateId: null },
      topic: "lead_created",
    } as const;
    expect(JSON.parse(writeToken(asStaff))).toEqual({ ...token, affiliate: null, topic: "lead_created" });
    expect(readToken(writeToken(asStaff))).toEqual(asStaff);
  });

  test.each([
    ["something that was sealed for another purpose", { ...token, purpose: "session" }],
    ["no purpose", { ...token, purpose: undefined }],
    ["a mail that cannot be switched off", { ...token, topic: "terms_changed" }],
    ["no organisation", { ...token, org: undefined }],
    ["a person that is no id", { ...token, user: "me" }],
    ["an affiliate that is no id", { ...token, affiliate: "" }],
    ["nothing about an affiliate", { ...token, affiliate: undefined }],
    ["nothing", null],
  ])("is none: %s", (_name, other) => {
    expect(readToken(JSON.stringify(other))).toBeNull();
  });

  test("is none if it is no JSON", () => {
    for (const text of ["", "{", "unsubscribe"]) expect(readToken(text)).toBeNull();
  });
});
