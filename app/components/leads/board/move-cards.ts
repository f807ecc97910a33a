import i18next from "i18next";
import { say } from "~/browser/say";
import { cardOf, dropOn, titleOf } from "./card-moves";
import { carryCards } from "./carry-card";
import { openDock } from "./dock";

/**
 * Lets cards be moved on a board (WORK-15), by dragging or by their grip: Space picks a card up, arrows choose, Space
 * drops. Returns the function that ends it.
 */
export function moveCards(board: HTMLElement): () => void {
  let putBack: (() => void) | undefined;

  function pickUp(grip: HTMLElement) {
    putBack?.();
    const card = grip.closest<HTMLElement>(".lead-card")!;
    const title = titleOf(card);
    const [leadId, company] = [title.id.slice("lead-".length), title.textContent ?? ""];
    const dock = openDock(board, card, company);
    const places = [...dock.element.querySelectorAll("button")];
    card.dataset["carried"] = "";
    const listening = new AbortController();
    const { signal } = listening;

    const close = () => {
      putBack = undefined;
      listening.abort();
      dock.close();
      delete cardOf(leadId)?.dataset["carried"];
    };
    const cancel = () => {
      close();
      say(i18next.t("board:put_back", { company }));
    };
    putBack = close;

    dock.element.addEventListener("focusin", ({ target }) => dock.light(target as Element), { signal });
    dock.element.addEventListener(
      "focusout",
      ({ relatedTarget: next }) => {
        if (next instanceof Node && !dock.element.contains(next)) cancel();
      },
      { signal },
    );
    dock.element.addEventListener(
      "keydown",
      (event) => {
        const at = places.indexOf(document.activeElement as HTMLButtonElement);
        const next = nextIndex(event.key, at, places.length);
        if (event.key !== "Escape" && next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (next !== undefined) return places[next]?.focus();
        cancel();
        const own = cardOf(leadId);
        (own?.querySelector<HTMLElement>("[data-grip]") ?? board).focus();
      },
      { signal },
    );
    dock.element.addEventListener(
      "click",
      ({ target }) => {
        const to = (target as Element).closest<HTMLElement>("[data-drop]")?.dataset["drop"];
        if (!to) return;
        close();
        dropOn(leadId, company, to, { byKeys: true });
      },
      { signal },
    );
    // In some browsers a pressed button does not take the focus.
    const onPointerDown = ({ target }: Event) => {
      if (!dock.element.contains(target as Node)) cancel();
    };
    document.addEventListener("pointerdown", onPointerDown, { signal, capture: true });
    places[0]?.focus();
    say(i18next.t("board:grabbed", { company }));
  }

  const onClick = (event: MouseEvent) => {
    const grip = (event.target as Element).closest<HTMLElement>("[data-grip]");
    if (grip) pickUp(grip);
  };
  board.addEventListener("click", onClick);
  board.dataset["board"] = "ready";
  const endCarrying = carryCards(board);
  return () => {
    board.removeEventListener("click", onClick);
    putBack?.();
    endCarrying();
  };
}

/** The place an arrow leads to; undefined for another key. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(at + 1, count - 1);
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
