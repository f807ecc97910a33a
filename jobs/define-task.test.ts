import { expect, test, vi } from "vitest";
import { DomainError } from "~/domain/shared/errors";
import { refusals } from "~/domain/shared/refusals";
import { namesOf } from "~/domain/shared/field-list";
import { endRejectedJob } from "./define-task";

const run = async (error: unknown) => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await endRejectedJob(Promise.reject(error as Error), "webhook.emit", log);
  return log.error.mock.calls;
};

test("a job that the domain refuses for good ends with one line in the log", async () => {
  const error = new DomainError("not_found");
  expect(await run(error)).toEqual([
    [{ err: error, code: "not_found", job: "webhook.emit" }, "job rejected, no retry"],
  ]);
});

test("a job is tried again after a refusal that may pass, and after every fault", async () => {
  for (const error of [new DomainError("changed_meanwhile"), new Error("the database does not answer")]) {
    await expect(run(error)).rejects.toBe(error);
  }
});

test("a job is tried again where somebody else was faster, time must pass or a setting is wrong; no other", async () => {
  const [again, over]: string[][] = [[], []];
  const errorOf = (code: string) =>
    new DomainError(...([code] as unknown as ConstructorParameters<typeof DomainError>));
  for (const code of namesOf(refusals)) {
    const outcome = await run(errorOf(code)).then(
      (lines) => lines.length,
      () => "retry",
    );
    expect([0, 1, "retry"], code).toContain(outcome);
    if (outcome === "retry") again!.push(code);
    if (outcome === 0) over!.push(code);
  }
  // Of an organization that is paused or gone nothing is left to do, and nothing is wrong.
  expect(over).toEqual([
    "organization_closed",
    "organization_gone",
    "organization_paused",
    "portal_closed",
    "portal_paused",
  ]);
  expect(again!.sort()).toEqual([
    "affiliate_busy",
    "changed_meanwhile",
    "conversation_pace",
    "datev_files_pending",
    "document_pending",
    "file_unchecked",
    "invitation_mailbox_full",
    "invitation_too_soon",
    "invoice_changed",
    "mail_budget_used",
    "payments_changed",
    "reclaim_changed",
    "run_changed",
    "too_many_attempts",
    "webhook_host_not_allowed",
    "webhook_needs_https",
    "webhook_port_not_allowed",
    "webhook_secret_unreadable",
  ]);
});
