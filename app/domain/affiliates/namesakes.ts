/** Addresses of the affiliates who share their name with another affiliate of the organization, by id. */
export type Namesakes = Readonly<Record<string, string>>;

/**
 * Returns the name of an affiliate as staff see it next to money. Affiliates with a shared name get their address
 * added.
 */
export function toldApart(namesakes: Namesakes, id: string, name: string): string {
  const email = namesakes[id];
  return email === undefined ? name : `${name} (${email})`;
}
