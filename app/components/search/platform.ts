/** Whether shortcuts are made with the command key here. In the browser only. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
