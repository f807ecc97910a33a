import dns from "node:dns";
import net, { type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { attemptDelivery } from "~/domain/webhooks/attempt-delivery.server";
import { post } from "~/platform/http-out.server";

// Addresses that a webhook must never reach (W5), in every notation. Listeners on this machine count connections.

const LIMIT_MS = 2_000;
/** Listens on 127.0.0.1 and, if the machine has IPv6, on ::1. */
const listeners: net.Server[] = [];
let connections = 0;
let port = 0;

async function listen(host: string): Promise<void> {
  const server = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, ipv6Only: host === "::1" }, resolve);
  });
  port = (server.address() as AddressInfo).port;
  listeners.push(server);
}

beforeAll(async () => {
  await listen("127.0.0.1");
  await listen("::1").catch(() => {});
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all(listeners.map((server) => new Promise((resolve) => server.close(resolve)))));

const v4 = [
  "127.0.0.1",
  "127.0.0.2",
  "127.1.2.3",
  "127.255.255.254",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.255.255",
  "169.254.0.1",
  "169.254.169.254",
  "169.254.170.2",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "192.88.99.1",
];
const v6 = [
  "::1",
  "::",
  "::127.0.0.1",
  "::a9fe:a9fe",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "::ffff:169.254.169.254",
  "::ffff:192.168.0.1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::1",
  "2002:a00:1::",
  "2002:a9fe:a9fe::1",
  "2001::1",
  "2001:0:7f00:1::",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "3fff::1",
  "100::1",
  "4000::1",
  "5f00::1",
  "8000::1",
  "fc00::1",
  "fd00::1",
  "fd00:ec2::254",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "ff02::1",
  "ff05::1:3",
];

async function refused(url: string): Promise<void> {
  const attempt = post({ url, body: "{}", headers: {}, trusted: false }, LIMIT_MS);
  await expect(attempt).rejects.toThrow(/is not allowed|only https/);
  expect(connections).toBe(0);
}

/** Resolves all names to these addresses, one list per lookup. */
function resolveTo(...answers: string[][]): void {
  let asked = 0;
  vi.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
    const found = answers[Math.min(asked++, answers.length - 1)]!.map((address) => ({
      address,
      family: net.isIP(address),
    }));
    const options = args.length > 2 ? (args[1] as dns.LookupOptions) : {};
    const callback = args.at(-1) as (...values: unknown[]) => void;
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  }) as unknown as typeof dns.lookup);
}

describe("[HOOK-05] W5 addresses", () => {
  test("the list is long enough, and the listener counts connections", async () => {
    expect(new Set([...v4, ...v6]).size).toBeGreaterThanOrEqual(60);
    const { origin } = new URL(`http://127.0.0.1:${port}`);
    const attempt = post({ url: `${origin}/`, body: "{}", headers: {}, trusted: true }, LIMIT_MS);
    await expect(attempt).rejects.toThrow();
    expect(connections).toBe(1);
    connections = 0;
  });

  test.each([...v4, ...v6])("blocks %s, as a literal and behind a name", async (address) => {
    const host = net.isIPv6(address) ? `[${address}]` : address;
    await refused(`https://${host}:${port}/hook`);
    resolveTo([address]);
    await refused(`https://webhook.site:${port}/hook`);
    const publicOnes = ["93.184.215.14", "2a01:4f8::1"];
    resolveTo([...publicOnes, address]);
    await refused(`https://webhook.site:${port}/hook`);
    resolveTo([address, ...publicOnes]);
    await refused(`https://webhook.site:${port}/hook`);
  });

  test("checks a name at every lookup", async () => {
    const lookup = () => vi.mocked(dns.lookup).mock.calls.length;
    resolveTo(["127.0.0.1"], ["::1"], ["10.0.0.1"]);
    for (let time = 1; time <= 3; time++) {
      await refused(`https://webhook.site:${port}/hook`);
      // One lookup per connection: the checked address is the one used.
      expect(lookup()).toBe(time);
    }
  });
});

const nothing = { hosts: [], origins: [] };

describe("[HOOK-05] HOOK-02 URLs that only look like a provider's", () => {
  const urls = (at: number): string[] => [
    `https://127.0.0.1:${at}/`,
    `https://localhost:${at}/`,
    `https://LOCALHOST:${at}/`,
    `https://localhost.:${at}/`,
    `https://webhook.site.localhost:${at}/`,
    `https://[::1]:${at}/`,
    `https://[::ffff:127.0.0.1]:${at}/`,
    `https://[0:0:0:0:0:0:0:1]:${at}/`,
    `https://127.1:${at}/`,
    `https://2130706433:${at}/`,
    `https://0x7f000001:${at}/`,
    `https://0177.0.0.1:${at}/`,
    `https://0x7f.1:${at}/`,
    `https://127.0.0x0.1:${at}/`,
    `https://0:${at}/`,
    `https://０:${at}/`,
    `https://１２７.０.０.１:${at}/`,
    `https://127。0。0。1:${at}/`,
    `https://①②⑦.0.0.1:${at}/`,
    `https://webhook.site@127.0.0.1:${at}/`,
    `https://webhook.site:x@127.0.0.1:${at}/`,
    `https://webhook.site%40127.0.0.1:${at}/`,
    `https://127.0.0.1:${at}#@webhook.site/`,
    `https://127.0.0.1:${at}?@webhook.site/`,
    `https://127.0.0.1:${at}\\@webhook.site/`,
    `https://127.0.0.1:${at}/@webhook.site`,
    `https://127.0.0.1:${at}\t/webhook.site`,
    `https:\\\\127.0.0.1:${at}\\webhook.site`,
    `https:127.0.0.1:${at}/`,
    `https:/127.0.0.1:${at}/`,
    `https:///127.0.0.1:${at}/`,
    ` https://127.0.0.1:${at}/ `,
    `ht\ntps://127.0.0.1:${at}/`,
    `http://127.0.0.1:${at}/`,
    `http://webhook.site@127.0.0.1:${at}/`,
    `//127.0.0.1:${at}/`,
    `ftp://127.0.0.1:${at}/`,
    `gopher://127.0.0.1:${at}/`,
    `file://127.0.0.1:${at}/`,
    `ws://127.0.0.1:${at}/`,
    `wss://127.0.0.1:${at}/`,
    `unix://127.0.0.1:${at}/`,
    `data:text/html,//127.0.0.1:${at}`,
    `blob:https://127.0.0.1:${at}/`,
    `jar:https://127.0.0.1:${at}!/`,
    `https://127.0.0.1.webhook.site.evil.example:${at}/`,
    `https://webhook.site.127.0.0.1:${at}/`,
    `https://webhook.site,127.0.0.1:${at}/`,
    `https://webhook.site 127.0.0.1:${at}/`,
  ];

  test("the list is long enough", () => {
    expect(new Set(urls(1)).size).toBeGreaterThanOrEqual(40);
  });

  test.each(urls(0).map((_, index) => index))("rejects number %i and never connects to it", async (index) => {
    const url = urls(port)[index]!;
    // All names resolve to the listener.
    resolveTo(["127.0.0.1", "::1"]);
    const delivery = { id: "x", url, body: "{}", secrets: [] };
    const result = await attemptDelivery(delivery, { post, allowance: nothing });
    expect([url, result.delivered, result.status]).toEqual([url, false, null]);
    expect(result.error).toMatch(/^webhook_/);
    // Also without the form's check.
    const attempt = () => post({ url, body: "{}", headers: {}, trusted: false }, LIMIT_MS);
    await expect((async () => attempt())()).rejects.toThrow();
    expect(connections).toBe(0);
  });
});

test("[HOOK-05] W5 does not follow redirects", async () => {
  let asked = 0;
  const server = net.createServer((socket) => {
    asked += 1;
    socket.on("error", () => {});
    socket.resume();
    socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { status } = await post({ url, body: "{}", headers: {}, trusted: true }, LIMIT_MS);
  expect([status, asked, connections]).toEqual([302, 1, 0]);
  await new Promise((resolve) => server.close(resolve));
});
