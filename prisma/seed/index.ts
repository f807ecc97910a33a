import type { Runtime } from "../../cli/runtime";

export interface DemoSignIns {
  password: string;
  staff: { email: string; organization: string }[];
  affiliates: { email: string; organization: string }[];
}

/** Adds the demo data unless there are organisations already; returns how to sign in, or null. */
export async function seedDemo(_runtime: Runtime): Promise<DemoSignIns | null> {
  return null;
}
