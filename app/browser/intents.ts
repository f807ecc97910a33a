/**
 * What the forms of one action may ask for, by name, sent in the field `intent`: "form" is filled in, so what was typed
 * is kept and errors stand beside its fields; "button" is only pressed, and a message says what came of it.
 */
export type Intents = Readonly<Record<string, "form" | "button">>;

/** Name and value of the button or hidden field that sends an intent. */
export function intent<I extends Intents>(_of: I, name: keyof I & string) {
  return { name: "intent", value: name } as const;
}
