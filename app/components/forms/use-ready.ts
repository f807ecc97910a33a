import { useState, useSyncExternalStore, type RefObject } from "react";

/**
 * Returns true once the browser's date control may be replaced by a text field. Scripts cannot read an incomplete date
 * from it, so a control with an incomplete date is replaced only after it is complete and has lost the focus.
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
