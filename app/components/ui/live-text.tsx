import { useEffect, useRef, type HTMLAttributes } from "react";
import { say } from "~/browser/say";

/** How long a text stays the same before it is said: not while somebody is typing. */
const PAUSE_MS = 1_000;

/**
 * Has screen readers say a text that follows what is entered: as a whole, politely, and after a pause. What it is at
 * first is not said.
 * @param read the text as it is now; empty for nothing to say
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

/** Text that is worked out from what is entered, such as a commission; said by {@link useLiveText}. */
export function LiveText(props: HTMLAttributes<HTMLDivElement>) {
  const element = useRef<HTMLDivElement>(null);
  useLiveText(() => sentencesIn(element.current));
  return <div ref={element} {...props} />;
}

/** What is seen of an element's text, each line as a sentence. */
function sentencesIn(element: HTMLElement | null): string {
  if (!element?.checkVisibility()) return "";
  const lines = element.innerText.split(/\s*\n\s*/).filter(Boolean);
  return lines.map((line) => (/[.!?…:]$/.test(line) ? line : `${line}.`)).join(" ");
}
