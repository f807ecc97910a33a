import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type ComponentType } from "react";
import { useAuth } from "~/browser/use-auth";
import type { Tool, ToolsProps } from "./tools";
import { paths } from "~/paths/paths";

/** The text typed between opening the command menu and its field receiving the focus. */
interface TypedAhead {
  /** Stops buffering and returns the text; empty the second time. */
  end(): string;
}

/** Returns true if a key writes a character. On Windows AltGr, which many letters need, reports Control and Alt. */
const isText = (event: KeyboardEvent) =>
  [...event.key].length === 1 &&
  ((!event.ctrlKey && !event.metaKey && !event.altKey) || event.getModifierState("AltGraph"));

/**
 * Buffers the letters typed while the menu is loaded; nothing else on the page gets them. Enter calls `onEnter` with
 * the text, Escape calls `onEscape`; both stop buffering.
 */
function storeInput(onEnter: (text: string) => void, onEscape: () => void): TypedAhead {
  let text = "";
  const end = () => {
    removeEventListener("keydown", onKeyDown, { capture: true });
    const kept = text;
    text = "";
    return kept;
  };
  function onKeyDown(event: KeyboardEvent) {
    // A word in composition stays where it began: in the field of the top bar, which is read later.
    if (event.isComposing) return;
    if (event.key === "Enter") onEnter(end());
    else if (event.key === "Escape") onEscape();
    else if (event.key === "Backspace" && text) text = [...text].slice(0, -1).join("");
    else if (isText(event)) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  // Before every other listener: "/" and "?" are letters here.
  addEventListener("keydown", onKeyDown, { capture: true });
  return { end };
}

const load = () => import("./tools");

/** Starts loading the tools before they are opened. */
export const preloadTools = () => void load().catch(() => {});

const inField = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** Provides the command menu and the list of shortcuts: Ctrl/Cmd+K and /, and ?. */
export function useTools() {
  const [opened, setOpened] = useState<{ tool: Tool; at: string } | null>(null);
  const [initial, setInitial] = useState("");
  const [Tools, setTools] = useState<ComponentType<ToolsProps> | null>(null);
  const navigate = useNavigate();
  const hasSingleKeys = useAuth().appearance?.singleKeys ?? false;
  // Another screen closes what was opened on this one; a filter that responds late does not.
  const { pathname: here } = useLocation();
  const tool = opened?.at === here ? opened.tool : null;

  /** The key buffer of a menu that is loading. */
  const ahead = useRef<TypedAhead | null>(null);
  const endAhead = useCallback(() => {
    const text = ahead.current?.end() ?? "";
    ahead.current = null;
    return text;
  }, []);

  const open = useCallback(
    (wanted: Tool, typed: () => string = () => "") => {
      // The next letter of a field requests it again while it is loading.
      if (ahead.current) return;
      const search = (text: string) => navigate(paths.search(text ? { q: text } : {}), { preventScrollReset: true });
      if (wanted === "commands") {
        const onEnter = (text: string) => {
          ahead.current = null;
          search(typed() + text);
        };
        ahead.current = storeInput(onEnter, () => void endAhead());
      }
      const own = ahead.current;
      void load().then(
        (loaded) => {
          // Enter or Escape came first.
          if (wanted === "commands" && ahead.current !== own) return;
          setTools(() => loaded.Tools);
          setInitial(typed());
          setOpened({ tool: wanted, at: here });
        },
        // After a new release an open page can no longer load its old chunks. /search works without them.
        () => wanted === "commands" && ahead.current === own && search(typed() + endAhead()),
      );
    },
    [navigate, here, endAhead],
  );
  // Leaving a screen discards the text typed on it.
  useEffect(() => () => void endAhead(), [here, endAhead]);
  const close = useCallback(() => setOpened(null), []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const withControl = event.ctrlKey || event.metaKey;
      if (withControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        if (tool === "commands") close();
        else open("commands");
        return;
      }
      const single = { "/": "commands", "?": "shortcuts" } as const;
      const wanted = single[event.key as keyof typeof single];
      if (!wanted || withControl || inField(event.target) || tool || !hasSingleKeys) return;
      event.preventDefault();
      open(wanted);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open, close, tool, hasSingleKeys]);

  return {
    open,
    element: tool && Tools && (
      <Tools tool={tool} initial={initial} takeTyped={endAhead} onOpen={open} onClose={close} />
    ),
  };
}
