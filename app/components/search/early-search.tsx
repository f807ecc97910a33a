import { useNonce } from "~/web/nonce";

declare global {
  interface Window {
    /** Whether the command menu was asked for before it could open, or opens by itself by now. */
    earlySearch?: "wanted" | "ready";
  }
}

/** Until the page has come alive Ctrl/Cmd+K leads into the search field: what is typed there the command menu takes over. */
const script = `addEventListener("keydown", function (event) {
  if (window.earlySearch === "ready" || event.key.toLowerCase() !== "k") return;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  window.earlySearch = "wanted";
  document.querySelector("header input[type=search]").focus();
}, true);`;

/** Stands beside the search field, so that it runs as soon as there is one; the program's own scripts come later. */
export function EarlySearch() {
  const nonce = useNonce();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** From now on the page answers by itself. Whether the command menu was asked for before that. */
export function endEarlySearch(): boolean {
  const wanted = window.earlySearch === "wanted";
  window.earlySearch = "ready";
  return wanted;
}
