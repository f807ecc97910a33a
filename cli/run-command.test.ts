import { expect, test } from "vitest";
import { DomainError } from "~/domain/shared/errors";
import { refusals } from "~/domain/shared/refusals";
import { namesOf } from "~/domain/shared/field-list";
import { EnvError } from "~/platform/env.server";
import { errorLine, exitCodeOf, printable, UsageError } from "./run-command";

test("[CLI-02] every refusal of the domain is one line with its sentence and its code", () => {
  const errorOf = (...args: unknown[]) => new DomainError(...(args as ConstructorParameters<typeof DomainError>));
  for (const code of namesOf(refusals)) {
    const line = errorLine(errorOf(code, { currency: "JPY", count: 2 }));
    expect(line).toMatch(new RegExp(`^finderlohn: \\S+ [^\\n]+ \\(${code}\\)$`));
    expect([1, 2], code).toContain(exitCodeOf(errorOf(code)));
  }
});

test("[CLI-02] the sentence of a refusal holds its values", () => {
  const error = new DomainError("webhook_host_not_allowed", { hosts: "Make, Zapier" });
  expect(errorLine(error)).toBe(
    "finderlohn: This domain is not allowed. Permitted providers: Make, Zapier (webhook_host_not_allowed)",
  );
});

test("[CLI-02] exit code 2 is for what was typed or set wrongly, 1 for everything else that fails", () => {
  const wrong = [new UsageError("no such id"), new EnvError("PORT"), new DomainError("not_found")];
  expect(wrong.map(exitCodeOf)).toEqual([2, 2, 2]);
  const failed = [new Error("disk full"), new DomainError("changed_meanwhile"), "text"];
  expect(failed.map(exitCodeOf)).toEqual([1, 1, 1]);
});

test("[CLI-02] what somebody has typed cannot move the cursor of a terminal or turn a line around", () => {
  expect(printable("Anna\u001b[2J\r\nB\u009b1mob \u202eevil Müller-Ümit 東京")).toBe(
    "Anna [2J B 1mob  evil Müller-Ümit 東京",
  );
});
