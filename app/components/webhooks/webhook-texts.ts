import { addTexts } from "~/browser/add-texts";

// Modules that show texts of webhooks import this one.
await addTexts("webhooks");
