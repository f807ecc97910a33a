import { moveIntents } from "~/components/leads/lead-intents";
import { workIntents } from "~/components/leads/work-intents";

/** Intents of an affiliate who writes about a lead. */
export const ownConversationIntents = { message: "form", "take-back": "button" } as const;

/** Intents of staff on the page of a deal. */
export const conversationIntents = { note: "form", ...ownConversationIntents } as const;

/** Intents on the page of a lead. */
export const leadPageIntents = { ...moveIntents, ...workIntents, ...conversationIntents } as const;
