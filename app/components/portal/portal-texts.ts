import { addTexts } from "~/browser/add-texts";

// Imported by the frame of the portal.
await addTexts("portal");
