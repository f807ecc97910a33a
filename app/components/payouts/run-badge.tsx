import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { PayoutState, RunState } from "~/domain/payouts/run";
import "./payout-texts";

const runTones: Record<RunState, Tone> = {
  draft: "neutral",
  approved: "info",
  sent: "info",
  paid: "success",
  void: "neutral",
  none: "neutral",
};

/** The state of a payout run. */
export function RunBadge({ state }: { state: RunState }) {
  const { t } = useTranslation("runs");
  return <StatusBadge tone={runTones[state]}>{t(`states.${state}`)}</StatusBadge>;
}

const payoutTones: Record<PayoutState, Tone> = {
  open: "info",
  paid: "success",
  returned: "warning",
  void: "neutral",
  none: "neutral",
};

/** The state of a payout. */
export function PayoutBadge({ state }: { state: PayoutState }) {
  const { t } = useTranslation("runs");
  return <StatusBadge tone={payoutTones[state]}>{t(`payout_states.${state}`)}</StatusBadge>;
}
