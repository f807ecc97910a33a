import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { legalPagesThere, readLegalPage } from "./legal.server";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "legal-"));
const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
const html = (language: "en" | "de" | "fr", name = "imprint") => readLegalPage(name, language, folder)?.html;

beforeEach(() => {
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe("[PUB-01] the operator's legal pages", () => {
  test("exist when there is a file: the reader's language before English, one for all, and any other", () => {
    expect(legalPagesThere(folder)).toEqual([]);
    write("imprint.fr.md", "Mentions légales");
    expect(html("de")).toContain("Mentions");
    write("imprint.md", "One for all");
    expect(html("de")).toContain("One for all");
    write("imprint.de.txt", "Angaben gemäß § 5 DDG");
    expect(html("de")).toContain("Angaben gemäß");
    expect(html("fr")).toContain("Mentions");
    expect(legalPagesThere(folder)).toEqual(["imprint"]);
    write("terms.md", "Not one of ours");
    expect([html("en", "terms"), html("en", "../imprint"), html("en", "privacy")]).toEqual(Array(3).fill(undefined));
  });

  test("are Markdown; HTML, scripts, foreign images and executable addresses become text", () => {
    write(
      "imprint.md",
      [
        "## Contact",
        // Addresses as people write them.
        "[Shop](firma.example/shop) [Shop](www.firma.example) [Shop](//firma.example) [File](privacy.md)",
        "[Mail](mailto:info@example.com) [Site](https://example.com/a?b=1&c=2) [Here](#top) [Own](/pricing)",
        "[run](javascript:alert(1)) [run](JaVaScRiPt:alert(2)) [data](data:text/html,x)",
        "<script>alert(3)</script> <b onclick='x()'>bold</b>",
        "![pixel](https://evil.example/pixel.gif) ![<img src=x onerror=y>](x)",
        '[quote](https://example.com/"onmouseover="z)',
      ].join("\n\n"),
    );
    const page = html("en")!;
    expect(page).toContain("<h2>Contact</h2>");
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://firma.example/shop",
      "https://www.firma.example",
      "https://firma.example",
      "mailto:info@example.com",
      "https://example.com/a?b=1&#38;c=2",
      "#top",
      "/pricing",
      "https://example.com/&#34;onmouseover=&#34;z",
    ]);
    expect(page).not.toMatch(/<(script|img|b)\b/);
    // Every remaining tag is one that Markdown makes, with no attribute but an address.
    for (const [tag] of page.matchAll(/<[^>]*>/g)) expect(tag).toMatch(/^<\/?(h2|p|a)( href="[^"]*")?>$/);
    expect(page).toContain("&#60;script&#62;");
  });

  test("are plain text, where the file says so", () => {
    write("privacy.txt", "One <b>\nand\n\ntwo & three");
    expect(html("en", "privacy")).toBe("<p>One &#60;b&#62;<br>and</p>\n<p>two &#38; three</p>");
  });
});
