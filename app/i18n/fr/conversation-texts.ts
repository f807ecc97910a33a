import conversation from "./conversation.json";
import work from "./work.json";

/** Texts of the conversation about a lead and of the work on it, which the lists of leads do not load. */
export default { conversation, work };
