import { useEffect, useRef } from "react";
import { followTooltips } from "./follow-tooltips";

// React 18 passes the attribute on but does not know its name.
const popover = { popover: "manual" };

/**
 * The tooltip of the page: the name of controls that show only an icon, and `title` texts. Rendered once, in the root,
 * so that no icon lacks it. Its text is the control's accessible name, so it is not read a second time.
 */
export function Tooltips() {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => (panel.current ? followTooltips(panel.current) : undefined), []);
  return (
    <div
      ref={panel}
      {...popover}
      data-tooltips
      data-keep-live
      data-print="hide"
      aria-hidden
      className="fixed m-0 border-0 max-w-72 rounded-md bg-ink px-2 py-1 text-xs wrap-anywhere text-surface shadow-float forced-colors:border"
    />
  );
}
