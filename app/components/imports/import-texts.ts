import { addTexts } from "~/browser/add-texts";

// Modules that show texts about imports import this one.
await addTexts("imports");
