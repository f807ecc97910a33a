// What screen readers are told apart from what they read themselves. The region is in the root of the page, see
// Announcer: one that comes with its text is not read out.

type Listener = (text: string) => void;

/** What is said at the same moment would replace each other, so it is collected first. */
const TOGETHER_MS = 50;

let listener: Listener | undefined;
let texts: string[] = [];

/** Has screen readers say a text, politely and whole. */
export function say(text: string): void {
  texts.push(text);
  if (texts.length > 1) return;
  setTimeout(() => {
    listener?.(texts.join(" "));
    texts = [];
  }, TOGETHER_MS);
}

/** Calls back with what is to be said. Returns the way back. */
export function onSay(call: Listener): () => void {
  listener = call;
  return () => {
    listener = undefined;
  };
}
