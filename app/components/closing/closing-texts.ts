import { addTexts } from "~/browser/add-texts";

// Modules that show texts of closing an organization import this one.
await addTexts("closing");
