import { expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "./signature.server";

const signed = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
};
const secret = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

test("[HOOK-04] W1 signs the example of the specification correctly", () => {
  const headers = {
    "webhook-id": signed.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": signature,
  };
  expect(signatureHeaders(signed, [secret])).toEqual(headers);
  expect(signatureHeaders(signed, [`whsec_${secret}`])).toEqual(headers);
});

test("[HOOK-04] W1 sends one signature per secret, and none without a secret", () => {
  const two = signatureHeaders(signed, [newWebhookSecret(), secret])["webhook-signature"]!.split(" ");
  expect(two).toHaveLength(2);
  expect(two[1]).toBe(signature);
  expect(signatureHeaders(signed, [])).not.toHaveProperty("webhook-signature");
});

test("[HOOK-04] W1 creates secrets of 32 random bytes", () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
});
