import members from "./members.json";
import settings from "./settings.json";
import webhooks from "./webhooks.json";

/** Texts of the settings and of the activity log. */
export default { members, settings, webhooks };
