import { z } from "zod";
import { personName } from "./fields";

/** Whoever erases a person types their name. */
export const erasePersonSchema = z.object({ name: personName });
