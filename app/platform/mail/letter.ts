import type { Language } from "~/i18n/languages";

/** The content of an email before it becomes text and HTML. */
export interface Letter {
  language: Language;
  subject: string;
  /** Name in the header: the organization's or the app's. */
  sender: string;
  paragraphs: string[];
  /** Changes listed below the paragraphs. */
  facts: { label: string; value: string }[];
  button: { label: string; url: string };
  /** HTML only: text above the button's URL, for readers who have to copy it. */
  copy: string;
  /** Small print below the button. */
  notes: string[];
  /** Lines below the rule. */
  footer: string[];
  /** The operator's imprint; null if there is none. */
  imprint: { label: string; url: string } | null;
  /** Unsubscribe link in the last line; null if there is none. */
  unsubscribe: { label: string; url: string } | null;
}

/** Returns the plain text of a letter. `above` formats a label for the line above its URL. */
export function letterText(letter: Letter, above: (label: string) => string): string {
  const { paragraphs, facts, button, notes, footer, imprint, unsubscribe } = letter;
  const lines = facts.map(({ label, value }) => `${label}\n${value}`);
  const blocks = [...paragraphs, ...lines, `${above(button.label)}\n${button.url}`, ...notes, "--", ...footer];
  for (const link of [imprint, unsubscribe]) if (link) blocks.push(`${above(link.label)}\n${link.url}`);
  return blocks.join("\n\n") + "\n";
}
