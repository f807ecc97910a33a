/** Stores a cookie that scripts read or write, for the whole site. In the browser. `seconds`: how long it is kept. */
export function storeCookie(name: string, value: string, seconds: number) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
