import { expect, test } from "vitest";
import en from "~/i18n/en/readme.json";
import { i18nFor } from "~/i18n/i18n.server";
import { archiveReadme } from "./archive-readme";

type Part = keyof typeof en;

/** Returns the paragraphs of a README, by their keys. */
async function partsOf(about: Pick<Parameters<typeof archiveReadme>[1], "of" | "tables" | "has">) {
  const { t } = await i18nFor("en");
  const readme = archiveReadme(t, { name: "Nord", begun: new Date("2026-03-01T08:00:00Z"), ...about });
  const parts = Object.entries(en).filter(([, text]) => readme.includes(`- ${text}`));
  return parts.map(([part]) => part as Part).sort();
}

test("[OPS-05] says what an archive of the organization leaves out, and what a person's own data contain", async () => {
  const tables = ["lead"];
  const always = ["check", "moment"];
  const whole = [
    "accounts",
    "amounts",
    "documents",
    "files",
    "pair",
    "people",
    "secrets",
    "spreadsheets",
    "stored",
    ...always,
  ];
  expect(await partsOf({ of: "organization", tables })).toEqual(whole.sort());
  const affiliate = ["account", "amounts", "files", "notes", "pair", "spreadsheets", ...always];
  expect(await partsOf({ of: "own", tables, has: { account: true, contact: false } })).toEqual(affiliate.sort());
  const member = ["account", ...always];
  expect(await partsOf({ of: "own", tables: [], has: { account: true, contact: false } })).toEqual(member.sort());
  const contact = ["amounts", "contact", ...always];
  expect(await partsOf({ of: "own", tables: [], has: { account: false, contact: true } })).toEqual(contact.sort());
});
