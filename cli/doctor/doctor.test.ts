import { expect, test } from "vitest";
import { clockFinding } from "./database-checks";
import { runChecks } from "./finding";
import { diskFinding, stripeFinding } from "./machine-checks";

const GIB = 1024 ** 3;

test("[CLI-01] doctor: disk and clock are fine, a warning, or wrong, by how much", () => {
  expect([50 * GIB, GIB, GIB / 10].map((free) => diskFinding(free).state)).toEqual(["ok", "warn", "fail"]);
  expect([0.2, -5, 300].map((seconds) => clockFinding(seconds).state)).toEqual(["ok", "warn", "fail"]);
  expect(clockFinding(-300)).toMatchObject({ found: expect.stringMatching(/^300\.0 s/) as string });
});

test("[CLI-01] doctor: Stripe is read with the key; what it refuses is told", async () => {
  const asked: string[] = [];
  const answering =
    (active: boolean, status = 200): typeof fetch =>
    async (url, init) => {
      const address = url instanceof Request ? url.url : url.toString();
      asked.push(`${init?.method} ${address} ${new Headers(init?.headers).get("Authorization")}`);
      const id = address.split("/").at(-1);
      const body =
        status === 200 ? { id, object: "price", active } : { error: { message: "Invalid API Key provided" } };
      return Response.json(body, { status });
    };
  const finding = (fetch: typeof globalThis.fetch) => stripeFinding("sk_test_1", "price_m", "price_y", fetch);
  expect(await finding(answering(true))).toMatchObject({ state: "ok" });
  expect(asked.toSorted()).toEqual([
    "GET https://api.stripe.com/v1/prices/price_m Bearer sk_test_1",
    "GET https://api.stripe.com/v1/prices/price_y Bearer sk_test_1",
  ]);
  expect(await finding(answering(false))).toMatchObject({
    state: "fail",
    found: "the price price_m is not active",
  });
  const refused = await finding(answering(true, 401));
  expect(refused).toMatchObject({ state: "fail", found: "Invalid API Key provided" });
  expect(refused.advice).toMatch(/STRIPE_SECRET_KEY/);
});

test("[CLI-01] doctor: a check that throws has failed, and the others still run", async () => {
  const broken = { name: "a", run: () => Promise.reject(new Error("no such host\nat x")) };
  const fine = {
    name: "b",
    run: () => Promise.resolve({ state: "ok" as const, found: "yes", advice: null }),
  };
  expect(await runChecks([broken, fine])).toMatchObject([
    { check: "a", state: "fail", found: "no such host" },
    { check: "b", state: "ok" },
  ]);
});
