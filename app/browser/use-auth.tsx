import { createContext, useContext } from "react";
import type { Appearance } from "~/domain/identity/appearance";
import type { SubscriptionState } from "~/domain/subscriptions/subscription";

/** The signed-in user, their organization and role. */
export interface Auth {
  user: { id: string; name: string; email: string };
  organization: { id: string; name: string };
  role: "owner" | "member" | "affiliate";
  /** How staff want lists and shortcuts; null for affiliates. */
  appearance: Appearance | null;
  /** The organization's subscription; null for affiliates, who pay nothing. */
  subscription: SubscriptionState | null;
}

export const AuthContext = createContext<Auth | null>(null);

/** Provides the signed-in user to the pages. The shell's loader fills it. */
export const AuthProvider = AuthContext.Provider;

/** Returns the signed-in user, for components of any depth. Throws outside the shells of signed-in users. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
