import { storeCookie } from "~/browser/script-cookie";

const name = "sidebar_state";
const sevenDays = 604_800;

/** The stored choice. "auto" means no choice: the sidebar is collapsed in windows below 1280 px. */
export type SidebarState = "open" | "collapsed" | "auto";

/** Reads the state of the sidebar from the Cookie header of a request. For loaders. */
export function sidebarState(cookies: string | null): SidebarState {
  const pairs = (cookies ?? "").split(/;\s*/);
  return (["open", "collapsed"] as const).find((state) => pairs.includes(`${name}=${state}`)) ?? "auto";
}

/** Stores the state in the browser. */
export function storeSidebarState(state: Exclude<SidebarState, "auto">) {
  storeCookie(name, state, sevenDays);
}
