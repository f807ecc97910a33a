import type { Intents } from "~/browser/intents";

/** The forms on the preview of a payout run. */
export const previewIntents = { create: "form", ask: "button" } as const satisfies Intents;
