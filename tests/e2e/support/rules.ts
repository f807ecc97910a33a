import { expect, test as base, type APIRequestContext } from "@playwright/test";
import type { TFunction } from "i18next";
import { type Form, type Language } from "./api";
import { textIn } from "./html";
import { rulesWorld, type RulesWorld } from "./rules-world";
import { texts } from "./texts";

// Every rule holds on the server, whatever a browser checks before: what it refuses is posted directly, is answered with
// its sentence in German and in English, and changes nothing.

export interface Rule {
  path: string;
  form: Form;
  /** Keys of the sentences it is answered with. */
  says: (string | [key: string, params: Record<string, unknown>])[];
  /** German sentences as they have to be, word for word. */
  de?: string[];
  /** A button: what it leads to shows the answer as a toast. */
  toast?: true;
}

type Texts = Record<Language, TFunction>;
type Readers = Record<Language, APIRequestContext>;

interface Shared {
  t: Texts;
  /** Made when the first test asks for it; all files with rules live in the same one. */
  world: RulesWorld;
  /** Posts what each rule refuses, in both languages. */
  refused: (readers: Readers, rules: Rule[]) => Promise<void>;
  /**
   * Runs a part and shows that nothing has changed by it. What everything looked like is remembered from test to test;
   * a test that changes something itself, before and after, has it looked at `anew`.
   */
  changingNothing: (run: () => Promise<void>, look?: "anew") => Promise<void>;
}

export const languages = ["de", "en"] as const;
export const long = (length: number) => "x".repeat(length);

export const test = base.extend<object, Shared>({
  t: [async ({}, use) => use({ de: await texts("de"), en: await texts("en") }), { scope: "worker" }],
  world: [async ({}, use) => use(await rulesWorld()), { scope: "worker", timeout: 120_000 }],
  refused: [async ({ t }, use) => use((readers, rules) => refused(t, readers, rules)), { scope: "worker" }],
  changingNothing: [
    async ({ world }, use) => {
      let seen: string | undefined;
      await use(async (run, look) => {
        const before = look || !seen ? await everything(world) : seen;
        await run();
        expect(await everything(world)).toBe(before);
        seen = look ? undefined : before;
      });
    },
    { scope: "worker" },
  ],
});

/** A button answers with a toast on the page it leads to. */
async function refused(t: Texts, readers: Readers, rules: Rule[]): Promise<void> {
  for (const { path, form, says, de = [], toast } of rules) {
    for (const language of languages) {
      const answer = await readers[language].post(path, { form });
      const page = textIn(await answer.text());
      const sentences = says.map((key) => (Array.isArray(key) ? t[language](...key) : t[language](key)));
      for (const sentence of [...sentences, ...(language === "de" ? de : [])]) {
        const what = `${language} ${path} ${JSON.stringify(form).slice(0, 200)} (${answer.status()})`;
        expect.soft(page.includes(sentence), `${what} should say "${sentence}"`).toBe(true);
      }
      const fits = toast ? answer.status() === 200 : answer.status() >= 400 && answer.status() < 500;
      expect.soft(fits, `${path} ${JSON.stringify(form).slice(0, 200)}: ${answer.status()}`).toBe(true);
    }
  }
}

/** What staff see of everything the rules are about, the list of who changed what included. */
async function everything(world: RulesWorld): Promise<string> {
  const { affiliate, deal, lead } = world.own;
  const pages = [
    "/leads",
    "/leads?tab=deals",
    "/leads?tab=archive",
    ...Object.values(lead).flatMap((id) => [`/leads/${id}`, `/leads/${id}/edit`]),
    ...Object.values(deal).map((id) => `/leads/deals/${id}`),
    "/affiliates",
    `/affiliates/${affiliate}/edit`,
    `/affiliates/${affiliate}/terms`,
    "/transactions",
    "/commissions?tab=all",
    "/settings/general",
    "/settings/webhook",
    "/settings/activity",
  ];
  // Shows the toast that may be left, so that no page below does.
  await world.staff.en.get("/leads");
  const seen: string[] = [];
  for (const path of pages) {
    const answer = await world.staff.en.get(path);
    expect(answer.status(), path).toBe(200);
    // The fields of a form count too.
    const values = [...(await answer.text()).matchAll(/ value="([^"]*)"/g)].map((match) => match[1]);
    seen.push(`${path}\n${textIn(await answer.text())}\n${values.join("\n")}`);
  }
  return seen.join("\n\n").replaceAll(/\b\d+ (seconds?|minutes?) ago\b|\bjust now\b/g, "moments ago");
}
