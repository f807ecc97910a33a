import { addTexts } from "~/browser/add-texts";

// Modules that show texts about payees import this one.
await addTexts("payees");
