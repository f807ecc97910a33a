import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

const entriesOf = (details: HTMLDetailsElement) => [
  ...details.querySelectorAll<HTMLElement>("[data-menu-panel] :is(a[href], button, select, input:not([type=hidden]))"),
];

/** Fixed to the window, the panel is not clipped by a scrolling table around it. */
function place(details: HTMLDetailsElement, align: "start" | "end") {
  const panel = details.querySelector<HTMLElement>("[data-menu-panel]");
  if (!panel) return;
  const trigger = details.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = trigger.bottom + 4 + height <= window.innerHeight - 8 || trigger.top < height + 12;
  const wanted = align === "end" ? trigger.right - width : trigger.left;
  const room = document.documentElement.clientWidth - width - 8;
  Object.assign(panel.style, {
    position: "fixed",
    margin: "0",
    right: "auto",
    top: `${below ? trigger.bottom + 4 : trigger.top - height - 4}px`,
    left: `${Math.max(8, Math.min(wanted, room))}px`,
  });
}

/** Makes a details element behave like a menu. Returns its key handler. */
export function useMenu(ref: RefObject<HTMLDetailsElement>, align: "start" | "end") {
  const location = useLocation();
  const at = useRef(location);
  useEffect(() => {
    // Not during hydration: a menu opened before stays open.
    if (at.current !== location && ref.current) ref.current.open = false;
    at.current = location;
  }, [ref, location]);

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    const closeOnScroll = (event: Event) => {
      const inside = event.target instanceof Element && details.contains(event.target);
      if (!inside) details.open = false;
    };
    const watchScroll = () => {
      if (details.open && details.isConnected) document.addEventListener("scroll", closeOnScroll, true);
    };
    const follow = () => {
      const change = details.open ? "addEventListener" : "removeEventListener";
      if (details.open) place(details, align);
      document[change]("pointerdown", closeOutside);
      document[change]("focusin", closeOutside);
      window[change]("resize", closeOnScroll);
      document.removeEventListener("scroll", closeOnScroll, true);
      // The scroll that brings the trigger into view is reported only in the next frame.
      if (details.open) requestAnimationFrame(watchScroll);
    };
    details.addEventListener("toggle", follow);
    if (details.open) follow();
    return () => {
      details.removeEventListener("toggle", follow);
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      window.removeEventListener("resize", closeOnScroll);
      document.removeEventListener("scroll", closeOnScroll, true);
    };
  }, [ref, align]);

  return useCallback(
    (event: KeyboardEvent<HTMLDetailsElement>) => {
      const details = event.currentTarget;
      const summary = details.querySelector("summary");
      if (event.key === "Escape" && details.open) {
        event.preventDefault();
        details.open = false;
        summary?.focus();
        return;
      }
      const steps: Record<string, (at: number, last: number) => number> = {
        ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
        ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
        Home: () => 0,
        End: (_, last) => last,
      };
      const step = steps[event.key];
      const target = event.target as HTMLElement;
      if (!step || target.matches("select, input")) return;
      event.preventDefault();
      details.open = true;
      // The toggle event comes later; without placement now, the page would scroll to the entry.
      place(details, align);
      const entries = entriesOf(details);
      entries[step(entries.indexOf(target), entries.length - 1)]?.focus();
    },
    [align],
  );
}
