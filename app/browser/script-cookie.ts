/** Stores a cookie that scripts read or write, for the whole site. Browser only. `seconds` is its lifetime. */
export function storeCookie(name: string, value: string, seconds: number) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
