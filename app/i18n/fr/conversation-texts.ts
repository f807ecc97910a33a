import conversation from "./conversation.json";

/** Texts of the conversation about a lead, which the lists of leads do not load. */
export default { conversation };
