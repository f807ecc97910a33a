import { z } from "zod";
import { requiredText } from "./fields";

/** No name of a person is longer. */
const NAME_MAX = 200;

/** Whoever erases a person types their name. */
export const erasePersonSchema = z.object({
  name: requiredText("name_required", NAME_MAX, "name_too_long"),
});
