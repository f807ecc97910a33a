/** Returns true if this computer uses the Command key for shortcuts (macOS). Browser only. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
