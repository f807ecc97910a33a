const name = "sidebar_state";
const sevenDays = 604_800;

/** Whether the sidebar is collapsed, read from the Cookie header of a request. For loaders. */
export function isSidebarCollapsed(cookies: string | null): boolean {
  return (cookies ?? "").split(/;\s*/).includes(`${name}=collapsed`);
}

/** Remembers the state in the browser. */
export function storeSidebarState(collapsed: boolean) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${collapsed ? "collapsed" : "open"}; Path=/; Max-Age=${sevenDays}; SameSite=Lax${secure}`;
}
