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
  /** In HTML above the address of the button, for who has to copy it. */
  copy: string;
  /** Small print below the button. */
  notes: string[];
  /** Below the line. */
  footer: string[];
  /** Who is responsible for the mail: the operator. */
  imprint: { label: string; url: string } | null;
  /** Switches such mails off; the last line. */
  unsubscribe: { label: string; url: string } | null;
}

/** The text of a letter. `above` writes a label above its address. */
export function letterText(letter: Letter, above: (label: string) => string): string {
  const { paragraphs, facts, button, notes, footer, imprint, unsubscribe } = letter;
  const lines = facts.map(({ label, value }) => `${label}\n${value}`);
  const blocks = [...paragraphs, ...lines, `${above(button.label)}\n${button.url}`, ...notes, "--", ...footer];
  for (const link of [imprint, unsubscribe]) if (link) blocks.push(`${above(link.label)}\n${link.url}`);
  return blocks.join("\n\n") + "\n";
}
