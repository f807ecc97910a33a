import { addTexts } from "~/browser/add-texts";

// Modules that move cards import this one.
await addTexts("board");
