import { createContext, useContext } from "react";
import type { Toast } from "~/browser/toast";

export const FlashContext = createContext<{ toast: Toast | null; expect: () => void }>({
  toast: null,
  expect: () => {},
});

/** Returns the message of the last action in this window, for a screen that shows more of it than a toast does. */
export const useFlash = (): Toast | null => useContext(FlashContext).toast;

/** Returns a function that lets the next load of the same page bring a message, too. */
export const useExpectFlash = (): (() => void) => useContext(FlashContext).expect;
