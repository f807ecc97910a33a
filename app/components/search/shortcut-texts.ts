import { addTexts } from "~/browser/add-texts";

// Modules that show the list of shortcuts import this one.
await addTexts("shortcuts");
