import { addTexts } from "~/browser/add-texts";

// Modules that show texts of API keys import this one.
await addTexts("api");
