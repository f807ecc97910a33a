import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "~/platform/log.server";
import { languages } from "~/i18n/languages";
import { languageCookie } from "~/server/request-language.server";
import { textIn } from "../../tests/support/html";
import { shortAddressesOnly } from "./address";
import { formsOnly } from "./forms";
import { plainRequestsOnly } from "./requests";
import { lastResort, originCheck } from "./security";

/** The Accept header of a browser that opens a page. */
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const long = `/leads?q=${"x".repeat(5_000)}`;
const big = { method: "POST", body: `x=${"x".repeat(70_000)}` };
const refused: [status: number, path: string, init?: RequestInit][] = [
  [400, "/leads?_data=x"],
  [414, long],
  [413, "/leads", { ...big, headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
  [403, "/leads", { method: "POST", headers: { Origin: "https://evil.example" } }],
  [500, "/fails"],
];

describe("[I18N-02] [PUB-12] a rejection before a page is reached", () => {
  const app = express();
  app.use(plainRequestsOnly, shortAddressesOnly, originCheck("https://app.example", true));
  app.use(formsOnly("session"));
  app.use((request, response, next) => {
    if (request.path === "/fails") return next(new Error("secret"));
    response.send("a page");
  });
  app.use(lastResort);
  let server: ReturnType<typeof app.listen>;
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  // Suppresses the log line of the error.
  beforeEach(() => void vi.spyOn(log, "warn").mockImplementation(() => {}));
  afterAll(() => {
    vi.restoreAllMocks();
    server.close();
  });
  const ask = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    fetch(origin + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } });

  test.each(languages)("is a page in the reader's language with a link home: %s", async (language) => {
    const titles = new Set<string>();
    for (const [status, path, init] of refused) {
      const answer = await ask(path, init, { Accept: BROWSER, "Accept-Language": language });
      expect([path.slice(0, 20), answer.status]).toEqual([path.slice(0, 20), status]);
      expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
      expect(answer.headers.get("Vary")).toMatch(/Accept-Language/);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain('<a href="/">');
      expect(textIn(html)).not.toMatch(/secret|xxxx|undefined/);
      titles.add(/<h1>(.*)<\/h1>/.exec(html)![1]!);
    }
    expect(titles.size).toBe(refused.length);
  });

  test("[WORK-04] for files that are too large leads back to their form, with what is uploaded", async () => {
    const { port } = server.address() as AddressInfo;
    const cookie = (await languageCookie.serialize("fr")).split(";")[0]!;
    // fetch would set the real length of the body.
    const page = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = { Accept: BROWSER, "Accept-Language": "en", Cookie: `session=x; ${cookie}` };
        const sized = { ...headers, "Content-Type": "multipart/form-data", "Content-Length": 101 * 1024 * 1024 };
        const posted = request({ port, path, method: "POST", headers: sized }, async (answer) => {
          resolve(`${answer.statusCode} ${await text(answer)}`);
          posted.destroy();
        });
        posted.on("error", reject).flushHeaders();
      });
    const html = await page("/transactions/receipts?file_id=a&q=%22%3E");
    expect(html).toMatch(/^413 /);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('<a href="/transactions/receipts?file_id=a&amp;q=%22%3E">Retour au formulaire</a>');
    expect(textIn(html)).toContain("100 Mo");
    expect(await page("/leads")).toContain('<a href="/">');
  });

  test.each(["*/*", "application/json", ""])("is one line of plain text for a program: Accept %j", async (accept) => {
    for (const [status, path, init] of refused) {
      const answer = await ask(path, init, accept ? { Accept: accept } : {});
      expect(answer.status).toBe(status);
      expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
      expect(await answer.text()).toMatch(/^[A-Z][^\n<]+\n$/);
    }
  });
});
