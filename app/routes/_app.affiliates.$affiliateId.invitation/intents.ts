/** What the buttons of the invitation ask for: the mail once more, or a link to pass on. */
export const invitationIntents = { send: "button", link: "button" } as const;
