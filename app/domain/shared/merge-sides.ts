import { z } from "zod";

// Two records that are the same become one (WORK-11): the older one stays, with the values that were chosen.

/** The record that stays, and the one that is merged into it. */
export const sides = ["kept", "other"] as const;
export type Side = (typeof sides)[number];

/** The choice of a value in forms; without one the suggested value stays. */
export const sideSchema = z.enum(sides).optional();

/** Returns the schemas of choices for fields. */
export const sidesOf = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, sideSchema])) as Record<N, typeof sideSchema>;
