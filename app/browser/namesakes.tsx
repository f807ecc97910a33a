import { createContext, useCallback, useContext } from "react";
import { toldApart, type Namesakes } from "~/domain/affiliates/namesakes";

const NamesakesContext = createContext<Namesakes>({});

/** Provides the names that several affiliates share. The loader of the staff shell fills it. */
export const NamesakesProvider = NamesakesContext.Provider;

/**
 * Returns the function for an affiliate's name as staff see it: the name, with the email address behind it where two of
 * the organization share that name. Null for no affiliate.
 */
export function useAffiliateName() {
  const namesakes = useContext(NamesakesContext);
  return useCallback(
    <Name extends string | null>(id: string | null, name: Name): Name =>
      id === null || name === null ? name : (toldApart(namesakes, id, name) as Name),
    [namesakes],
  );
}
