import type { TFunction } from "i18next";
import { z } from "zod";
import { errorText } from "~/components/forms/error-text";
import { DomainError } from "~/domain/shared/errors";
import { redirectWithToast, type Toast } from "./flash.server";
import { messageOf } from "./submit.server";

/**
 * Handles a form that is only a button: runs a use case and redirects with the toast it answers with. What the domain
 * refuses, or a schema of the fields that `run` parses, becomes an error toast on the same page; anything else is thrown.
 */
export async function actWithToast(
  to: string,
  run: () => Promise<Omit<Toast, "id">>,
  t: TFunction,
): Promise<Response> {
  return redirectWithToast(to, await toastOf(run, t));
}

/** The toast alone, for a screen that stays and shows it itself. */
export async function toastOf(
  run: () => Promise<Omit<Toast, "id">>,
  t: TFunction,
): Promise<Omit<Toast, "id">> {
  try {
    return await run();
  } catch (error) {
    const reason = refusal(error);
    if (!reason) throw error;
    const description = errorText(t, `errors:${reason}`);
    return { tone: "error", title: t("errors:failed"), description };
  }
}

/** Key of the sentence that says why, or nothing: a fault is no refusal. */
function refusal(error: unknown): string | undefined {
  if (error instanceof DomainError) return messageOf(error);
  if (error instanceof z.ZodError) return error.issues[0]?.message;
  return undefined;
}
