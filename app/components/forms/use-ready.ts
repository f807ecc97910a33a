import { useState, useSyncExternalStore, type RefObject } from "react";

/**
 * Whether the browser's date control may become a text field. Nobody can read from it what is no date yet: a control that
 * holds half of one stays what it is until it is complete and has been left.
 */
export function useReady(control: RefObject<HTMLInputElement>): boolean {
  const [{ subscribe, isReady }] = useState(() => readinessOf(control));
  return useSyncExternalStore(subscribe, isReady, () => false);
}

function readinessOf(control: RefObject<HTMLInputElement>) {
  let held = false;
  return {
    subscribe(changed: () => void) {
      const input = control.current;
      input?.addEventListener("blur", changed);
      return () => input?.removeEventListener("blur", changed);
    },
    isReady() {
      const input = control.current;
      if (input?.type !== "date") return true;
      if (input.validity.badInput) held = true;
      return !held || (!input.validity.badInput && document.activeElement !== input);
    },
  };
}
