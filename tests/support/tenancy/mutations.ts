import type { Table } from "./catalogue";
import { weakened } from "./condition";

/**
 * Ways to weaken each wall of a table: each policy gone, each of its conditions taken out. All show in how it behaves.
 */
export function mutationsOf({ name, policies }: Table): string[] {
  return [
    `alter table ${name} disable row level security`,
    ...policies.flatMap((policy) => [
      `drop policy ${policy.name} on ${name}`,
      ...(["using", "check"] as const).flatMap((part) =>
        policy[part]
          ? weakened(policy[part]).map(
              (weaker) =>
                `alter policy ${policy.name} on ${name} ${part === "check" ? "with check" : "using"} (${weaker})`,
            )
          : [],
      ),
    ]),
  ];
}
