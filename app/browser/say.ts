// Extra announcements for screen readers. The region is in the root of the page (see Announcer), because a region that
// is inserted with its text is not read out.

type Listener = (text: string) => void;

/** Concurrent texts would replace each other, so they are collected first. */
const TOGETHER_MS = 50;

let listener: Listener | undefined;
let texts: string[] = [];

/** Announces a text to screen readers, politely and whole. */
export function say(text: string): void {
  texts.push(text);
  if (texts.length > 1) return;
  setTimeout(() => {
    listener?.(texts.join(" "));
    texts = [];
  }, TOGETHER_MS);
}

/** Registers the receiver of announcements. Returns the function that removes it. */
export function onSay(call: Listener): () => void {
  listener = call;
  return () => {
    listener = undefined;
  };
}
