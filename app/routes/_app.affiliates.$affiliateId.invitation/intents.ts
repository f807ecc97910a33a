/** Intents of the invitation: send the email again, or make a link to pass on. */
export const invitationIntents = { send: "button", link: "button" } as const;
