import { createContext, useCallback, useContext } from "react";
import { toldApart, type Namesakes } from "~/domain/affiliates/namesakes";

const NamesakesContext = createContext<Namesakes>({});

/** Who shares a name with somebody. The loader of the staff's shell fills it. */
export const NamesakesProvider = NamesakesContext.Provider;

/**
 * How staff are shown an affiliate everywhere: the name, with the address behind it where two of the organization have
 * that name.
 * Null for no affiliate.
 */
export function useAffiliateName() {
  const namesakes = useContext(NamesakesContext);
  return useCallback(
    <Name extends string | null>(id: string | null, name: Name): Name =>
      id === null || name === null ? name : (toldApart(namesakes, id, name) as Name),
    [namesakes],
  );
}
