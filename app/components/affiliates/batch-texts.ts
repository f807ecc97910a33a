import { addTexts } from "~/browser/add-texts";

// Modules that show texts of actions on several records import this one.
await addTexts("batches");
