import { z } from "zod";
import { recordId } from "../shared/fields";

/** The button that marks a monthly payment paid. */
export const markPaymentPaidSchema = z
  .object({ payment_id: recordId })
  .transform((input) => input.payment_id);
