import type { TFunction } from "i18next";
import type { Toast } from "~/browser/toast";

type Words = Omit<Toast, "id">;

/** The texts about the result of an action on several records. */
interface ResultTexts {
  done: string;
  /** Instead of `done`, if nothing was. */
  none: string;
  unchanged: string;
  skipped: string;
  /** The skipped records, each with the reason. */
  lines: string[];
}

/** Writes the result of an action on several records, given the number of each outcome. */
export function resultToast(count: { done: number; unchanged: number; skipped: number }, texts: ResultTexts): Words {
  const [someDone, someSkipped] = [count.done > 0, count.skipped > 0];
  const sentences = [...(count.unchanged > 0 ? [texts.unchanged] : []), ...(someSkipped ? [texts.skipped] : [])];
  return {
    tone: someDone ? (someSkipped ? "warning" : "success") : someSkipped ? "error" : "info",
    title: someDone ? texts.done : texts.none,
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
    ...(someSkipped && { lines: texts.lines }),
  };
}

/** The texts about an action on several records that was undone. */
export interface UndoTexts {
  /** `before`: the action had been undone before. */
  title: (what: "done" | "nothing" | "before") => string;
  kept: string;
  /** That no email was sent; false if none would have been. Shown only if nothing was kept. */
  untold: string | false;
  lines: string[];
}

/** Writes the result of undoing an action on several records, given how many were undone, and how many stay. */
export function undoToast({ undone, kept }: { undone: number; kept: number }, texts: UndoTexts): Words {
  const description = kept > 0 ? texts.kept : undone > 0 && texts.untold;
  return {
    tone: undone === 0 ? "info" : kept > 0 ? "warning" : "success",
    title: texts.title(undone > 0 ? "done" : kept > 0 ? "nothing" : "before"),
    ...(description && { description }),
    ...(kept > 0 && { lines: texts.lines }),
  };
}

// The message travels in a cookie, which holds 4,000 characters.
const MAX_LINES = 8;
const MAX_NAME_LENGTH = 60;

interface LineTexts<Skipped> {
  /** Null for a record that the organization does not have. */
  nameOf: (one: Skipped) => string | null;
  because: (one: Skipped) => string;
  more: (count: number) => string;
  gone: (count: number) => string;
}

/** Lists skipped records, each with the reason. */
export function skippedLines<Skipped>(t: TFunction, skipped: readonly Skipped[], texts: LineTexts<Skipped>): string[] {
  const known = skipped.filter((one) => texts.nameOf(one) !== null);
  const lines = known.slice(0, MAX_LINES).map((one) => {
    const name = [...(texts.nameOf(one) ?? "")].slice(0, MAX_NAME_LENGTH).join("");
    return t("common:labelled", { label: name, value: texts.because(one) });
  });
  const [more, gone] = [known.length - lines.length, skipped.length - known.length];
  if (more > 0) lines.push(texts.more(more));
  if (gone > 0) lines.push(texts.gone(gone));
  return lines;
}
