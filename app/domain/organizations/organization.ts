/** Names of all time zones to choose from, and of the one that is chosen, which may be an older name. */
export function timeZones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen])].sort();
}
