import { addTexts } from "~/browser/add-texts";

// Modules that show texts of the reports import this one.
await addTexts("reports");
