import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useState, type RefObject } from "react";
import { inertOthers } from "./inert-others";
import { useEscape } from "./use-escape";

/** Where the focus was when the dialog came up; a dialog opened by its address has a link to itself at best. */
function findOpener() {
  if (typeof document === "undefined") return null;
  const focused = document.activeElement;
  return { focused: focused === document.body ? null : focused, href: window.location.href };
}

function giveBack(opener: ReturnType<typeof findOpener>) {
  const linked = [...document.links].find((link) => link.href === opener?.href);
  const target = opener?.focused?.isConnected ? opener.focused : (linked ?? document.getElementById("main"));
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** Touched fields are not thrown away by a slip of the pointer. */
function hasInput(panel: HTMLElement) {
  return [
    ...panel.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      "input, textarea, select",
    ),
  ].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(
        (option) => option.selected !== option.defaultSelected && option.defaultSelected,
      );
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
      return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}

/** The behaviour of RouteDialog once JavaScript runs. */
export function useRouteDialog(panel: RefObject<HTMLElement>, closeTo: string) {
  const navigate = useNavigate();
  const [opener] = useState(findOpener);

  useEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    const release = inertOthers(dialog);
    if (!dialog.contains(document.activeElement)) {
      const marked = dialog.querySelector<HTMLElement>("[data-autofocus], [autofocus]");
      // On touch screens the keyboard would cover half of the dialog at once.
      const field = window.matchMedia("(pointer: fine)").matches
        ? dialog.querySelector<HTMLElement>(
            "form :is(input:not([type=hidden]), select, textarea):not(:disabled)",
          )
        : null;
      (marked ?? field ?? dialog).focus({ preventScroll: true });
    }
    return () => {
      release();
      giveBack(opener);
    };
  }, [panel, opener]);

  const close = useCallback(
    () => navigate(closeTo, { replace: true, preventScrollReset: true }),
    [closeTo, navigate],
  );
  useEscape(panel, close);

  return {
    fromOutside() {
      if (panel.current && !hasInput(panel.current)) close();
    },
  };
}
