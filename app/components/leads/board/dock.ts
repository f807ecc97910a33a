import i18next from "i18next";
import { controlsOf, statusOf, statusText } from "./card-moves";
import "./board.css";

/** The places where a card can be dropped while it is moved. */
export interface Dock {
  element: HTMLElement;
  /** Marks the place under the card; null for none. */
  light: (place: Element | null) => void;
  close: () => void;
}

/**
 * Shows the statuses a card can be moved to, at the bottom of the window, because columns may be far away or below each
 * other. Marks the columns of the board that take the card and those that do not.
 */
export function openDock(board: HTMLElement, card: HTMLElement, company: string): Dock {
  const element = document.createElement("div");
  element.className = "board-dock";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", i18next.t("board:to", { company }));
  const targets = [...controlsOf(card).keys()];
  const own = statusOf(card);
  const columns = [...board.querySelectorAll<HTMLElement>("[data-drop]")];
  for (const target of targets) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["drop"] = target;
    button.textContent = statusText(target);
    element.append(button);
  }
  const hint = document.createElement("p");
  hint.textContent = i18next.t("board:hint");
  element.append(hint);
  for (const column of columns) {
    const status = column.dataset["drop"]!;
    if (status !== own) column.dataset["takes"] = targets.includes(status) ? "yes" : "no";
  }
  board.append(element);

  let lit: string | undefined;
  const light = (place: Element | null) => {
    const drop = place?.closest<HTMLElement>("[data-drop]")?.dataset["drop"];
    if (drop === lit) return;
    lit = drop;
    for (const one of board.querySelectorAll<HTMLElement>("[data-drop]")) {
      one.toggleAttribute("data-over", one.dataset["drop"] === drop && drop !== own);
    }
  };
  return {
    element,
    light,
    close: () => {
      light(null);
      element.remove();
      for (const column of columns) delete column.dataset["takes"];
    },
  };
}
