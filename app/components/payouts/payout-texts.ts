import { addTexts } from "~/browser/add-texts";

// Modules that show texts about payouts import this one.
await addTexts("payouts");
