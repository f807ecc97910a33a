import { expect, test } from "vitest";
import { outgoingLinks } from "~/paths/outgoing";
import { composeMail } from "./compose.server";

const compose = (values: Record<string, string>) =>
  composeMail(
    "en",
    "invite",
    { name: "Ann", organization: "Nordlicht", ...values },
    outgoingLinks("https://finderlohn.test").oneTime("x"),
  );

/** Matches generously what a mail program may turn into a link: a scheme, or a dot before a letter. */
const links = (text: string) => text.match(/\S*(:\/\/|[.\u3002\uff0e\uff61](?=\p{L}))\S*/gu) ?? [];

test.each([
  "Win at http://evil.example",
  "HTTPS://EVIL.EXAMPLE/x?y=1",
  "www.evil.example",
  "evil.example/path",
  "x@evil.example",
  "mailto:x@evil.example",
  "hxxp:\\\\evil.example",
  "evil。example",
  "evil．example",
  "пример.рф",
  "http://localhost/x",
  "http://[::1]/x",
  "http:////evil.example",
  "hthttp://tp://evil.example",
])("[NOT-02] adds no link to an email for a person or organization called %j", async (name) => {
  for (const mail of [await compose({ name }), await compose({ organization: name })]) {
    expect(new Set(links(mail.text))).toEqual(new Set(["https://finderlohn.test/link/x"]));
    expect(mail.html.match(/href="[^"]*"/g)).toEqual(['href="https://finderlohn.test/link/x"']);
    expect(mail.subject).not.toMatch(/:[/\\]/);
    const visible = mail.html
      .replaceAll("https://finderlohn.test/link/x", "")
      .replace(/<title.*?<\/title>|<style.*?<\/style>|<!--.*?-->|<[^>]*>/gs, " ");
    expect(links(visible)).toEqual([]);
  }
});

test("[NOT-02] leaves a name in the subject unchanged, because mail programs create no links there", async () => {
  const { subject } = await compose({ organization: "Nordlicht.media" });
  expect(subject).toBe("Nordlicht.media invites you to be an affiliate");
});

test("[NOT-02] keeps names readable and amounts unchanged", async () => {
  const { text } = await compose({
    name: "Dr. Ann Ó Briain e.V.",
    organization: "Müller & Co. KG, 1.234,50 €",
  });
  expect(text).toContain("Dr. Ann Ó Briain e\u2024V.");
  expect(text).toContain("Müller & Co. KG, 1.234,50 €");
});

test("[I18N-02] puts the colon before the URL as the language requires", async () => {
  const text = async (language: "de" | "fr") =>
    (
      await composeMail(
        language,
        "invite",
        { name: "Ann", organization: "Nordlicht" },
        outgoingLinks("https://x.test").oneTime("x"),
      )
    ).text;
  expect(await text("de")).toMatch(/\S:\nhttps:\/\/x\.test/);
  expect(await text("fr")).toMatch(/\S\u00a0:\nhttps:\/\/x\.test/);
});
