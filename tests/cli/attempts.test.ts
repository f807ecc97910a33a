import { afterAll, expect, test } from "vitest";
import { useDatabase } from "../support/database";
import { startSite, type Site } from "../support/site";

// Rate limits in real processes on one database.

const db = useDatabase();
const running = new Set<Site>();

/** Starts a web process on the database behind this many proxies. */
async function serve(proxies: number): Promise<Site> {
  const site = await startSite(db, { TRUST_PROXY: String(proxies) });
  running.add(site);
  return site;
}

async function stop(site: Site): Promise<void> {
  await site.stop();
  running.delete(site);
}

afterAll(async () => {
  for (const site of running) await stop(site);
});

let number = 0;
/** Signs in with a wrong password, as a browser without JavaScript does. */
async function guess(site: Site, email: string, forwardedFor = `203.0.113.${++number}`) {
  const { status, headers, text } = await site.request("/auth", {
    form: { email, password: "a wrong password" },
    headers: { "Accept-Language": "de", "X-Forwarded-For": forwardedFor },
  });
  return { status, wait: Number(headers["retry-after"]), text };
}

test("[AUTH-13] I3 two processes share the limit of ten sign-in attempts per network and address, also after a restart", async () => {
  const [one, other] = await Promise.all([serve(1), serve(1)]);
  const email = "lena@agency.example";
  const network = "203.0.113.1";
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => guess(index % 2 ? one : other, email, network)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  await stop(one);
  const again = await serve(1);
  const { status, wait, text } = await guess(again, email, network);
  expect(status).toBe(429);
  expect(wait).toBeGreaterThan(13 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  // A whole page in the user's language that keeps the entered address.
  expect(text).toMatch(/^<!DOCTYPE html><html lang="de"/);
  expect(text).toMatch(/Zu viele Versuche\. Bitte versuchen Sie es in 1[45] Minuten erneut\./);
  expect(text).toContain(`value="${email}"`);
  expect(text).not.toContain("a wrong password");
  expect((await guess(other, "another@agency.example", network)).status).toBe(401);
  for (const program of [again, other]) await stop(program);
}, 120_000);

test("[AUTH-13] I3 invented headers do not bypass the limit of an IP address", async () => {
  const [direct, proxied] = await Promise.all([serve(0), serve(1)]);
  const statuses = async (site: Site, forwardedFor: (index: number) => string) => {
    const answers = [];
    for (let index = 0; index < 52; index++) {
      answers.push(await guess(site, `guess-${++number}@agency.example`, forwardedFor(index)));
    }
    return answers.map(({ status }) => status);
  };
  const limited = [...Array<number>(50).fill(401), 429, 429];
  expect(await statuses(direct, (index) => `192.0.2.${index}`)).toEqual(limited);
  // The proxy appends the last address, sometimes with a port; the visitor sent the others.
  expect(await statuses(proxied, (index) => `192.0.2.${index}, 198.51.100.1:${4000 + index}`)).toEqual(limited);
  expect((await guess(proxied, "someone@agency.example", "198.51.100.2")).status).toBe(401);
  for (const program of [direct, proxied]) await stop(program);
}, 120_000);
