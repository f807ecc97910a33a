import { addTexts } from "~/browser/add-texts";

// Modules that show texts for deleting and merging import this one.
await addTexts("merging");
