import { z } from "zod";

/** How a user wants the staff screens, on every device. */
export interface Appearance {
  /** Rows of lists are close together. */
  compactLists: boolean;
  /** Shortcuts of a single key are enabled (WCAG 2.1.4). */
  singleKeys: boolean;
}

/** The appearance of a user who has not chosen. */
export const defaultAppearance: Appearance = { compactLists: false, singleKeys: true };

const choice = z.enum(["on", "off"]).transform((value) => value === "on");

/** The choices of a form; unknown values are rejected. */
export const appearanceSchema = z
  .object({ compact_lists: choice, single_keys: choice })
  .partial()
  .transform(({ compact_lists: compactLists, single_keys: singleKeys }): Partial<Appearance> => {
    return { ...(compactLists !== undefined && { compactLists }), ...(singleKeys !== undefined && { singleKeys }) };
  });
