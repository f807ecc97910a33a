import { expect, it } from "vitest";
import { storeManualLink, readHandedLink, type HandedLink } from "./handed-link.server";

const now = new Date("2026-03-01T12:00:00Z");
const linkOf = (userId: string): HandedLink => ({ secret: `secret-${userId}`, by: "jana", userId, at: +now });
const requestWith = (cookie: string) => new Request("https://finderlohn.test/affiliates", { headers: { cookie } });

/** Makes links for these users and returns what the browser stores, and the cookies it was sent. */
async function handedOut(userIds: string[]) {
  let kept = "";
  const cookies: string[] = [];
  for (const userId of userIds) {
    const headers = await storeManualLink(requestWith(kept), linkOf(userId));
    cookies.push(headers.get("Set-Cookie")!);
    kept = cookies.at(-1)!.split(";", 1)[0]!;
  }
  return { request: requestWith(kept), cookies };
}

it("[AFF-04] the browser keeps one small cookie with the last three links, however many were created", async () => {
  const { request, cookies } = await handedOut(Array.from({ length: 205 }, (_, number) => `user-${number}`));
  const names = new Set(cookies.map((one) => one.replace(/=.*?;/, ";").replace(/Expires=.*?;/, "")));
  expect([...names]).toHaveLength(1);
  expect(cookies[0]).toContain("Path=/affiliates");
  expect(Math.max(...cookies.map((one) => one.length))).toBeLessThan(1_000);
  const read = (userId: string, by = "jana", at = now) => readHandedLink(request, { by, userId, now: at });
  for (const place of [204, 203, 202]) expect(await read(`user-${place}`)).toEqual(linkOf(`user-${place}`));
  expect(await read("user-201")).toBeNull();
  expect(await read("user-204", "somebody else")).toBeNull();
  expect(await read("user-204", "jana", new Date(+now + 10 * 60_000))).toBeNull();
});

it("[AFF-04] a newer link replaces the one of the same user, and a foreign cookie value is ignored", async () => {
  const { request } = await handedOut(["lena", "max", "lena", "paul"]);
  expect(await readHandedLink(request, { by: "jana", userId: "max", now })).toEqual(linkOf("max"));
  for (const cookie of ["", "handed-link=made-up", "handed-link=eyJhIjoxfQ=="]) {
    expect(await readHandedLink(requestWith(cookie), { by: "jana", userId: "max", now })).toBeNull();
  }
});
