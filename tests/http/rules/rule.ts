import type { TFunction } from "i18next";
import { textIn } from "../../support/html";
import type { Visitor } from "../../support/visitor";

// Every rule holds on the server, whatever a browser checks before. A form that breaks a rule is posted directly. The
// response has the sentence of the rule in German and in English.

export const languages = ["de", "en"] as const;
export type RuleLanguage = (typeof languages)[number];

export interface Rule {
  path: string;
  form: Record<string, string>;
  /** Keys of the sentences in the response. */
  says: (string | [key: string, params: Record<string, unknown>])[];
  /** German sentences as they have to be, word for word. */
  de?: string[];
  /** A button: the page that it leads to shows the sentences as a toast. */
  toast?: true;
}

export const long = (length: number) => "x".repeat(length);

/** Posts what each rule rejects, in both languages. Returns what is wrong with the responses. */
export async function brokenRules(
  t: Record<RuleLanguage, TFunction>,
  visitors: Record<RuleLanguage, Visitor>,
  rules: Rule[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, form, says, de = [], toast } of rules) {
    for (const language of languages) {
      const { status, text } = await visitors[language].submit(path, form);
      const page = textIn(text);
      const what = `${language} ${path} ${JSON.stringify(form).slice(0, 200)} (${status})`;
      const sentences = says.map((key) => (Array.isArray(key) ? t[language](...key) : t[language](key)));
      for (const sentence of [...sentences, ...(language === "de" ? de : [])]) {
        if (!page.includes(textIn(sentence))) problems.push(`${what} should say "${sentence}"`);
      }
      const fits = toast ? status === 200 : status >= 400 && status < 500;
      if (!fits) problems.push(`${what} has the wrong status`);
    }
  }
  return problems;
}
