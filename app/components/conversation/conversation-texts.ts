import { addTexts } from "~/browser/add-texts";

// Modules that show texts of the conversation about a lead import this one.
await addTexts("conversation");
