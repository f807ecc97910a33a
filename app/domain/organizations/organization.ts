/** Lists the names of all time zones, including the chosen one, which may be an older name. */
export function timeZones(chosen: string): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen])].sort();
}
