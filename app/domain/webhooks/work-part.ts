import { z } from "zod";

// The part of events about who works on a lead, and what they do next (WORK-07).

export const workSchema = z.object({
  responsible: z.uuid().nullable().describe("responsible"),
  responsible_name: z.string().nullable(),
  next_step: z.string().nullable(),
  next_step_on: z.iso.date().nullable(),
});

/** Returns the value for tests of an address. */
export const workSample = (today: string): z.input<typeof workSchema> => ({
  responsible: "00000000-0000-4000-8000-000000000006",
  responsible_name: "Test member",
  next_step: "Call back",
  next_step_on: today,
});
