import { useEffect, useRef, type HTMLAttributes } from "react";
import { say } from "~/browser/say";

/** How long a text must stay the same before it is announced, so that it is not read while the user types. */
const PAUSE_MS = 1_000;

/**
 * Announces a text that follows user input to screen readers: as a whole, politely, and after a pause. The initial text
 * is not announced.
 * @param read returns the current text; empty for none
 */
export function useLiveText(read: () => string): void {
  const known = useRef<string>();
  useEffect(() => {
    known.current ??= read();
    const timer = setTimeout(() => {
      const text = read();
      if (text === known.current) return;
      known.current = text;
      if (text) say(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
}

/** Text calculated from user input, such as a commission; announced by {@link useLiveText}. */
export function LiveText(props: HTMLAttributes<HTMLDivElement>) {
  const element = useRef<HTMLDivElement>(null);
  useLiveText(() => sentencesIn(element.current));
  return <div ref={element} {...props} />;
}

/** Returns the visible text of an element, each line as a sentence. */
function sentencesIn(element: HTMLElement | null): string {
  if (!element?.checkVisibility()) return "";
  const lines = element.innerText.split(/\s*\n\s*/).filter(Boolean);
  return lines.map((line) => (/[.!?…:]$/.test(line) ? line : `${line}.`)).join(" ");
}
