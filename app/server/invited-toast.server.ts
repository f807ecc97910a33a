import type { TFunction } from "i18next";
import type { Toast } from "~/browser/toast";
import type { Invited, Uninvited } from "~/domain/affiliates/invite-all.server";
import { errorText } from "~/i18n/error-text";
import { affiliateLines } from "./affiliate-batches.server";
import { reasonOf } from "./form-reply.server";

/** Writes the result of inviting several affiliates: how many got an email, who did not, and why. */
export function invitedToast(
  { affiliates, count, skipped: left }: Uninvited,
  { sent, skipped: raced, stopped }: Invited,
  t: TFunction,
): Omit<Toast, "id"> {
  const changed = affiliates.filter(({ id }) => raced.includes(id));
  const skipped = [...left, ...changed.map(({ name }) => ({ name, code: "changed_meanwhile" as const }))];
  const unsent = count - sent - changed.length;
  const sentences = [
    unsent > 0 && t("batches:invite.not_sent", { count: unsent }),
    stopped && errorText(t, `errors:${reasonOf(stopped)}`),
    skipped.length > 0 && t("batches:invite.skipped", { count: skipped.length }),
  ].filter((sentence) => typeof sentence === "string");
  return {
    tone: stopped || (sent > 0 && skipped.length > 0) ? "warning" : sent > 0 ? "success" : "info",
    title: sent > 0 ? t("affiliates:invite_all.sent", { count: sent }) : t("affiliates:invite_all.nobody"),
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
    ...(skipped.length > 0 && { lines: affiliateLines(skipped, t) }),
  };
}
