import type { FormReply } from "~/browser/form-reply";
import type { Intents } from "~/browser/intents";

/** The forms of staff for the invoice of a payout. */
export const invoiceIntents = { accept: "button", refuse: "form", upload: "form" } as const satisfies Intents;

/** Returns the result of the last submission if it was this form. */
export const invoiceReply = (reply: FormReply | undefined, form: keyof typeof invoiceIntents): FormReply | undefined =>
  reply?.initialValue?.["intent"] === form ? reply : undefined;
