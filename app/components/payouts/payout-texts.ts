import { addTexts } from "~/browser/add-texts";

// Modules that show texts about payouts, API keys or shortcuts import this one.
await addTexts("payouts");
