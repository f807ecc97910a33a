import type { EventKey } from "~/domain/webhooks/events";
import members from "./members.json";
import settings from "./settings.json";
import webhooks from "./webhooks.json";

type EventTexts = Record<EventKey | `${EventKey}_text`, string>;

/** Texts of the settings and of the activity log. */
export default {
  members,
  settings: settings satisfies { webhook: { events: EventTexts } },
  webhooks,
};
