/** The addresses of the affiliates who share their name with another one of the organization, by id. */
export type Namesakes = Readonly<Record<string, string>>;

/**
 * The name of an affiliate as staff are shown it where money goes to somebody: with the address where two have the
 * name.
 */
export function toldApart(namesakes: Namesakes, id: string, name: string): string {
  const email = namesakes[id];
  return email === undefined ? name : `${name} (${email})`;
}
