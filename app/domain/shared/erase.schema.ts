import { z } from "zod";
import { personName } from "./fields";

/** Input that confirms an erasure: the person's name. */
export const erasePersonSchema = z.object({ name: personName });
