import { addTexts } from "~/browser/add-texts";

// Modules that show texts of own fields import this one.
await addTexts("fields");
