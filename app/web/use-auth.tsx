import { createContext, useContext } from "react";
import type { SubscriptionState } from "~/domain/organizations/organization";

/** Who uses the page, where, and as what. */
export interface Auth {
  user: { id: string; name: string; email: string };
  organization: { name: string };
  role: "owner" | "member" | "affiliate";
  /** What the organisation has subscribed to; null for affiliates, who pay nothing. */
  subscription: SubscriptionState | null;
}

export const AuthContext = createContext<Auth | null>(null);

/** Around the pages of people who are signed in, filled by the loader of their shell. */
export const AuthProvider = AuthContext.Provider;

/** Who is signed in, for components of any depth. Throws outside the shells of signed-in people. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
