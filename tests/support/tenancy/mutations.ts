import type { Table } from "./catalog";
import { weakened } from "./condition";

/**
 * Returns statements that weaken the protection of a table: each policy dropped, and each condition removed. The
 * behavior test must detect all of them.
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
