import { afterRowButton, everyRowButton } from "~/components/terms/tier-rows";
import type { FormHandler } from "./action.server";

const changeRows: FormHandler<"member", unknown> = {
  run: async (_, { form }) => ({ reply: { initialValue: afterRowButton(form) ?? {} } }),
};

/** The handlers of the buttons that add and remove tiers without JavaScript. They show the form again. */
export const tierRowButtons = everyRowButton(changeRows);
