import webhooks from "./webhooks.json";

/** Texts of the webhook's settings and log, which other pages do not load. */
export default { webhooks };
