/** Returns deals per thousand leads, rounded half up: 1 of 3 is 333, shown as 33.3 %. 0 without leads. */
export function conversionPerMille(deals: number, leads: number): number {
  return leads === 0 ? 0 : Math.round((deals * 1000) / leads);
}
