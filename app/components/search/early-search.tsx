import { useNonce } from "~/browser/nonce";

declare global {
  interface Window {
    /** Records a request for the command menu that was made before its script was loaded. */
    earlySearch?: "wanted" | "ready";
  }
}

/**
 * Before hydration, Ctrl/Cmd+K moves the focus into the search field. The command menu later takes over the entered
 * text.
 */
const script = `addEventListener("keydown", function (event) {
  if (window.earlySearch === "ready" || event.key.toLowerCase() !== "k") return;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  window.earlySearch = "wanted";
  document.querySelector("header input[type=search]").focus();
}, true);`;

/**
 * An inline script next to the search field. It runs as soon as the field exists, before the app's scripts are loaded.
 */
export function EarlySearch() {
  const nonce = useNonce();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** Ends the recording after hydration. Returns true if the command menu was requested before. */
export function endEarlySearch(): boolean {
  const wanted = window.earlySearch === "wanted";
  window.earlySearch = "ready";
  return wanted;
}
