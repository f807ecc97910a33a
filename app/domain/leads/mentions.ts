// Mentions in a text: "@" and the whole name of a member, in any capitalization. A text stores no ids, so renaming or
// erasing a member leaves nothing behind.

const WORD = /[\p{L}\p{N}_]/u;

/** Someone who can be mentioned. */
export interface Mentionable {
  id: string;
  name: string;
}

export interface Mention {
  /** Position of the "@", and behind the name. */
  start: number;
  end: number;
  /** More than one for namesakes. */
  ids: string[];
}

/** Returns the mentions in a text, in its order. Of two names that begin alike, the longer one counts. */
export function mentionsIn(text: string, people: readonly Mentionable[]): Mention[] {
  const names = new Map<string, string[]>();
  for (const { id, name } of people) names.set(folded(name), [...(names.get(folded(name)) ?? []), id]);
  const byLength = [...names].sort(([one], [other]) => other.length - one.length);
  const plain = folded(text);
  const mentions: Mention[] = [];
  // Folding must not move positions; of the rare letters that it lengthens, no mention is found.
  if (plain.length !== text.length) return mentions;
  for (let start = plain.indexOf("@"); start >= 0; start = plain.indexOf("@", start + 1)) {
    // Part of an email address.
    if (start > 0 && WORD.test(plain[start - 1]!)) continue;
    const found = byLength.find(([name]) => {
      const end = start + 1 + name.length;
      return name !== "" && plain.startsWith(name, start + 1) && !WORD.test(plain[end] ?? "");
    });
    if (!found) continue;
    const [name, ids] = found;
    mentions.push({ start, end: start + 1 + name.length, ids });
  }
  return mentions;
}

const folded = (text: string) => text.toLowerCase();

/** The name that is being typed behind an "@" at the end of a text; null if there is none. */
export function typedMention(before: string): string | null {
  const start = before.lastIndexOf("@");
  if (start < 0 || (start > 0 && WORD.test(before[start - 1]!))) return null;
  const typed = before.slice(start + 1);
  return typed.length <= 60 && !typed.includes("\n") ? typed : null;
}
