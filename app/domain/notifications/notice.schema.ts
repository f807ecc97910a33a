import { z } from "zod";
import { recordId } from "../shared/fields";

/** Form of a notification: its id. */
export const noticeSchema = z.object({ notice: recordId }).transform(({ notice }) => notice);
