import { useTranslation } from "react-i18next";
import type { Tone } from "~/components/ui/tone";
import type { DeliveryState } from "~/domain/webhooks/delivery";
import { errorText } from "~/i18n/error-text";

export const stateTones: Record<DeliveryState, Tone> = {
  pending: "info",
  delivered: "success",
  failed: "danger",
};

/** What http-out says when its time is up. */
const LATE = /^no whole answer within/;
const ours = ["webhook_disabled", "webhook_off", "webhook_secret_unreadable"];

/** The words for how an attempt went. */
export function useDeliveryWords() {
  const { t } = useTranslation(["webhooks", "errors", "common"]);
  const reason = (error: string): string => {
    if (ours.includes(error)) return t(`result.reason.${error}`);
    if (LATE.test(error)) return t("result.reason.late");
    // The app rejected the address by a rule; all other errors come from the network.
    return error.startsWith("webhook_") ? errorText(t, `errors:${error}`) : error;
  };
  return {
    reason,
    /** "Status 500", or why there was no answer. */
    result({ status, error }: { status: number | null; error: string | null }): string {
      if (status !== null) return t("result.status", { status });
      if (error === null) return t("result.none");
      return ours.includes(error)
        ? reason(error)
        : t("common:labelled", { label: t("result.no_answer"), value: reason(error) });
    },
  };
}
