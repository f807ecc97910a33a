import { addTexts } from "~/browser/add-texts";

// Modules that show texts of the settings import this one, unless they are below the settings' frame, which does.
await addTexts("settings");
