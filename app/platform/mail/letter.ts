import type { Language } from "~/i18n/languages";

/** What a mail says, before it is written as text and as HTML. */
export interface Letter {
  language: Language;
  subject: string;
  /** Whose name stands on top: the organisation's, or our own. */
  sender: string;
  paragraphs: string[];
  /** Below the paragraphs: what is another now, line by line. */
  facts: { label: string; value: string }[];
  button: { label: string; url: string };
  /** Small print below the button. */
  notes: string[];
  /** Below the line. */
  footer: string[];
  /** Switches such mails off; the last line. */
  unsubscribe: { label: string; url: string } | null;
}

/** The text of a letter. `linkLine` is what stands above the address of its button. */
export function letterText(letter: Letter, linkLine: string): string {
  const { paragraphs, facts, button, notes, footer, unsubscribe } = letter;
  const lines = facts.map(({ label, value }) => `${label}\n${value}`);
  const blocks = [...paragraphs, ...lines, `${linkLine}\n${button.url}`, ...notes, "--", ...footer];
  if (unsubscribe) blocks.push(`${unsubscribe.label}\n${unsubscribe.url}`);
  return blocks.join("\n\n") + "\n";
}
