import { z } from "zod";
import { recordId } from "../shared/fields";

/** The form of a notice: its id. */
export const noticeSchema = z.object({ notice: recordId }).transform(({ notice }) => notice);
