/** Intents of the work on a lead: its next step, done, and who is responsible. */
export const workIntents = { step: "form", "step-done": "button", assign: "button" } as const;
