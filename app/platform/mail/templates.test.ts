import { expect, test } from "vitest";
import { languages } from "~/i18n/languages";
import { outgoingLinks } from "~/paths/outgoing";
import { mailKinds } from "~/i18n/mail-kinds";
import { dark, light } from "./mail-colors";
import { mailTexts } from "./texts.server";
import { sampleMail } from "./samples.server";

const APP_URL = "https://finderlohn.test";
const links = outgoingLinks(APP_URL, () => true);
const url = links.oneTime("sample");

const all = languages.flatMap((language) => mailKinds.map((kind) => ({ kind, language })));

/** Returns the visible blocks of text of the HTML. */
function visible(html: string): string[] {
  return html
    .replace(/<(style|title|head)\b.*?<\/\1>|<!--.*?-->|<div[^>]*data-skip-in-text.*?<\/div>/gs, "")
    .split(/<\/?(?:p|td|div|a|h1|hr)\b[^>]*>/)
    .map((part) => decoded(part.replace(/<[^>]*>/g, "")).trim())
    .filter(Boolean);
}

const decoded = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

test.each(all)("[NOT-02] $kind in $language: is complete and says the same as text and as HTML", async (one) => {
  const { subject, text, html } = await sampleMail(one.kind, one.language, links);
  for (const part of [subject, text, html]) {
    expect(part.trim()).not.toBe("");
    expect(part).not.toMatch(/\{\{|\}\}|\bundefined\b|\bnull\b|\[object|NaN|\$t\(/);
    // A missing text would appear as its key.
    expect(part).not.toContain(`${one.kind}.`);
    expect(part).not.toMatch(/(?<!\/)\b(greeting|footer|on_behalf|unsubscribe)\b/);
    // A key of another namespace means that emails do not load its texts.
    expect(part).not.toMatch(/\b(model|cadence|fields|security)\.\w/);
  }
  // Only the HTML explains its plain URL.
  const copy = (await mailTexts(one.language))("address");
  const blocks = visible(html).slice(1);
  expect(blocks).toContain(copy);
  for (const block of blocks.filter((other) => other !== copy)) expect(text).toContain(block);
  expect(blocks.filter((block) => block === url)).toHaveLength(1);
  if (html.includes("/unsubscribe/")) expect(blocks.at(-1)).toMatch(/\p{L}$/u);
  const mutable = /^(deal|commission|lead|affiliate|statement)_|^payout_paid|_joined$/.test(one.kind);
  const imprint = `${APP_URL}/legal/imprint`;
  const allowed = [url, imprint, ...(mutable ? [`${APP_URL}/unsubscribe/sample`] : [])];
  const linksIn = (part: string) => part.match(/https?:[^\s"<]+/g)?.map(decoded);
  expect(new Set(linksIn(text))).toEqual(new Set(allowed));
  expect(new Set(linksIn(html))).toEqual(new Set(allowed));
  expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html[^>]* lang="${one.language}"`));
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).not.toMatch(/<(img|script|link|form)\b/);
});

test("[NOT-02] [PUB-01] links no imprint if the operator has none", async () => {
  const { text, html } = await sampleMail("deal_created", "de", outgoingLinks(APP_URL));
  for (const part of [text, html]) expect(part).not.toMatch(/imprint|Impressum/);
  expect((await sampleMail("deal_created", "de", links)).text).toContain(`Impressum:\n${APP_URL}/legal/imprint`);
});

// The first word of one email is an email address.
test.each(all.filter(({ kind, language }) => language !== "de" && kind !== "member_joined"))(
  "[I18N-02] $kind in $language: begins a new sentence after the greeting",
  async ({ kind, language }) => {
    const { text } = await sampleMail(kind, language, links);
    expect(text.split("\n\n")[1]).toMatch(/^\P{Ll}/u);
  },
);

const luminance = (color: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

test.each([
  ["light", light],
  ["dark", dark],
])("[A11Y-01] emails have enough contrast in the %s colors", (_name, colors) => {
  for (const ground of [colors.canvas, colors.surface])
    for (const ink of [colors.ink, colors.muted, colors.accent]) expect(contrast(ink, ground)).toBeGreaterThan(4.5);
  expect(contrast(colors.accentInk, colors.accent)).toBeGreaterThan(4.5);
});

test("[A11Y-01] replaces every light color in dark mode", async () => {
  const { html } = await sampleMail("deal_created", "en", links);
  const styled = [...html.matchAll(/<\w+([^>]*)>/g)].map(([, attributes]) => attributes!);
  const colored = styled.filter((attributes) => /[;"](color|background-color|border-color):/.test(attributes));
  expect(colored.length).toBeGreaterThan(5);
  // The table cell that fills the page gets its color from the page's rule.
  const unnamed = colored.filter((attributes) => !attributes.includes("class="));
  expect(unnamed).toEqual([expect.stringContaining(`background-color:${light.canvas}`)]);
  for (const [, name = ""] of colored.join().matchAll(/class="(\w+)"/g))
    expect(html).toMatch(new RegExp(`\\.${name}[ ,].*!important`));
});
