import i18next from "i18next";
import { toast } from "sonner";
import type { LeadStatus } from "~/domain/leads/lead";
import "./board-texts";

// A card is moved by its own buttons and links, however it is dropped. So a drop asks, reports and is undone as they
// are, and nothing can be dropped where the card itself could not go.

/** The card of a lead, if the board shows it. */
export const cardOf = (leadId: string): HTMLElement | null =>
  document.getElementById(`lead-${leadId}`)?.closest<HTMLElement>(".lead-card") ?? null;

/** The lead of a card. */
export const titleOf = (card: HTMLElement): HTMLElement => card.querySelector<HTMLElement>("h3 a")!;

/** The status of a card's column; empty outside of a board. */
export const statusOf = (card: HTMLElement): string => card.closest<HTMLElement>("[data-drop]")?.dataset["drop"] ?? "";

/** Returns the controls that move a card, by the status they lead to, in the order of the board. */
export function controlsOf(card: HTMLElement): Map<string, HTMLElement> {
  const controls = [...card.querySelectorAll<HTMLElement>("button[name=status], a[data-to]")];
  const pairs = controls.map((one) => [one.dataset["to"] ?? (one as HTMLButtonElement).value, one] as const);
  return new Map(pairs);
}

export const statusText = (status: string): string => i18next.t(`leads:status.${status as LeadStatus}`);

/**
 * Drops the card of a lead on a status. A status that needs more opens its dialog. Says why if the card cannot be
 * moved, because it was changed meanwhile or because leads do not go back. `byKeys`: the focus goes with the card;
 * under a pointer the page stays where it is.
 */
export function dropOn(leadId: string, company: string, to: string, { byKeys = false } = {}): void {
  const card = cardOf(leadId);
  const focus = (element: HTMLElement) => byKeys && element.focus({ preventScroll: true });
  if (card && statusOf(card) === to) {
    focus(titleOf(card));
    return;
  }
  const control = card && controlsOf(card).get(to);
  if (!control) {
    const reason = card
      ? i18next.t("board:backward", { company, status: statusText(statusOf(card)) })
      : i18next.t("board:gone", { company });
    toast.error(i18next.t("board:refused"), { description: reason, duration: 8_000 });
    if (card) focus(titleOf(card));
    return;
  }
  // What keeps the focus with a moved card starts from the element that has it.
  focus(control);
  control.click();
}
