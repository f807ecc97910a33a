import type { Command } from "commander";
import { sides, type Side } from "~/domain/shared/merge-sides";
import { UsageError } from "./run-command";

export interface Choosing {
  take?: string[];
}

/** Adds the option that chooses values to a command that merges two records. */
export const withChoices = (command: Command): Command =>
  command.option("--take <field=side...>", 'which value stays, such as "phone=other"; "kept" is that of the older one');

/** Returns the chosen side of each field. Throws a UsageError. */
export function choicesOf(take: readonly string[] = []): Record<string, Side> {
  const chosen: Record<string, Side> = {};
  for (const one of take) {
    const [name = "", side] = one.split("=");
    const found = sides.find((known) => known === side);
    if (!name || !found) throw new UsageError(`--take needs a field and a side, such as "phone=other", not "${one}"`);
    chosen[name] = found;
  }
  return chosen;
}

/** Throws a UsageError for a field whose values do not differ. */
export function requireKnown(chosen: Record<string, Side>, differing: readonly string[]): void {
  const unknown = Object.keys(chosen).find((name) => !differing.includes(name));
  if (unknown === undefined) return;
  const fields = differing.length > 0 ? `these differ: ${differing.join(", ")}` : "no fields differ";
  throw new UsageError(`--take cannot choose "${unknown}"; ${fields}`);
}
