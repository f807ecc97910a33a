// P6: the scripts of the landing page and the pricing page, compressed as sent.
import { gzipSync } from "node:zlib";
import { atMost } from "./measure.mjs";

const PROMISE_KIB = 120;
const pages = ["/", "/pricing"];

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {AsyncGenerator<import("./run.mjs").Row>}
 */
export async function* measureSite(shared) {
  const { address } = await shared.server();
  for (const page of pages) {
    const html = await read(address + page);
    const files = [...html.matchAll(/<(?:script|link)[^>]*?(?:src|href)="([^"]+\.m?js)"/g)].map(
      ([, file]) => file ?? "",
    );
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^<]*)/g)].map(([, code]) => code ?? "");
    const loaded = await Promise.all([...new Set(files)].map((file) => read(address + file)));
    const bytes = [...inline, ...loaded].reduce((sum, code) => sum + gzipSync(code).length, 0);
    yield atMost(`P6 script of ${page} (gzip)`, bytes / 1024, PROMISE_KIB, "KiB");
  }
}

/** @param {string} url */
async function read(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} responds with ${answer.status}`);
  return answer.text();
}
