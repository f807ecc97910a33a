/**
 * The intents of one action, by name, sent in the field `intent`. "form" has fields, so the values are kept and errors
 * stand beside the fields. "button" is only pressed, and a toast shows the result.
 */
export type Intents = Readonly<Record<string, "form" | "button">>;

/** Returns name and value of the button or hidden field that sends an intent. */
export function intent<I extends Intents>(_of: I, name: keyof I & string) {
  return { name: "intent", value: name } as const;
}
