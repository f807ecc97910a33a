import { describe, expect, test } from "vitest";
import { redirect, redirectDocument, redirectToPayment } from "./redirect.server";

const leadsTo = (answer: Response) => answer.headers.get("Location");

describe("[AUTH-05] a redirect stays within this site, whatever its address was made of", () => {
  test.each([
    "//evil.example/leads",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n\\evil.example",
    "/.//evil.example",
    "/%2e//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "",
  ])("%j", (to) => {
    expect(leadsTo(redirect(to))).toBe("/");
    expect(leadsTo(redirectDocument(to))).toBe("/");
  });

  test.each([
    "/leads?tab=deals&q=a%2Fb",
    "/%2F%2Fevil.example",
    "/auth?redirectTo=%2F%2Fevil.example",
    "/commissions?tab=all#pay-1",
    `/transactions/receipts?${"file=0199a0c4-7d5e-7000-8000-000000000001&".repeat(160)}`,
  ])("%j is a page of this site", (to) => {
    expect(leadsTo(redirect(to, { status: 303, headers: { "Set-Cookie": "a=b" } }))).toBe(to);
    expect(leadsTo(redirectDocument(to))).toBe(to);
  });
});

describe("[BIL-03] a redirect to a payment leads to Stripe, or to the simulator of this site", () => {
  test.each([
    "https://checkout.stripe.com/c/pay/cs_1",
    "https://billing.stripe.com/p/session/1",
    "https://finderlohn.test/dev/stripe/cs_1",
  ])("%s", (address) => expect(leadsTo(redirectToPayment(address))).toBe(address));

  test.each([
    "https://evil.example/c/pay",
    "http://checkout.stripe.com/",
    "https://checkout.stripe.com.evil.example/",
    "https://stripe.com/",
  ])("never %s", (address) => expect(() => redirectToPayment(address)).toThrow("is not a page of Stripe"));
});
