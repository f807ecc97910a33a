import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { InvoiceState, InvoiceStatus } from "~/domain/payouts/own-invoice";
import "./payout-texts";

const statusTones: Record<InvoiceStatus, Tone> = {
  missing: "warning",
  waiting: "info",
  refused: "warning",
  accepted: "success",
};

type InvoiceStatusBadgeProps = {
  status: InvoiceStatus;
  /** Whether the affiliate reads it, who sends the invoice; otherwise a member, who checks it. */
  isOwn?: boolean;
};

/** State of a payout that needs an invoice. */
export function InvoiceStatusBadge({ status, isOwn = false }: InvoiceStatusBadgeProps) {
  const { t } = useTranslation("invoices");
  const tone = status === "waiting" && !isOwn ? "warning" : statusTones[status];
  return <StatusBadge tone={tone}>{t(isOwn ? `own_statuses.${status}` : `statuses.${status}`)}</StatusBadge>;
}

const stateTones: Record<InvoiceState, Tone> = {
  waiting: "info",
  accepted: "success",
  refused: "warning",
  replaced: "neutral",
  void: "neutral",
};

/** The state of an invoice. */
export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  const stateWord = useInvoiceStateWord();
  return <StatusBadge tone={stateTones[state]}>{stateWord(state)}</StatusBadge>;
}

/** Returns the word of a state; an invoice is withdrawn with its payout. */
export function useInvoiceStateWord() {
  const { t } = useTranslation(["invoices", "runs"]);
  return (state: InvoiceState): string => t(state === "void" ? "runs:payout_states.void" : `invoices:states.${state}`);
}
