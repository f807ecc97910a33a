import type { DemoPerson } from "./demo-organization";

/** Affiliate of both demo organizations: one person, two portals. */
export const sophie: DemoPerson = {
  name: "Sophie Marchand",
  email: "sophie@marchand-conseil.example",
  language: "fr",
};
