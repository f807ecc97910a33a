import { useLocation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { UNDO, type Undo } from "~/domain/shared/undo";
import { sayNoConnection } from "~/browser/say-no-connection";
import { paths } from "~/paths/paths";
import { useExpectFlash } from "./flash-context";
import { undoFields, undoPaths } from "./undo-actions";

/**
 * Returns the buttons of a toast: "undo" and, once, "more time". They work on any screen and do not leave it. The
 * result is the flash message of the next load. They do not use a fetcher, because it would first load the action's
 * route, and without a connection that would replace the page. Without a connection the buttons stay and can be clicked
 * again.
 */
export function useUndoButton() {
  const { t } = useTranslation("common");
  const { revalidate } = useRevalidator();
  const expect = useExpectFlash();
  return useCallback(
    (undone: Undo, close: () => void) => {
      let underWay = false;
      async function send(to: string) {
        if (underWay) return;
        underWay = true;
        const answer = await post(to, undone);
        underWay = false;
        if (!answer) return sayNoConnection();
        close();
        // The action always redirects, also when it rejects.
        if (answer.type === "opaqueredirect") {
          expect();
          revalidate();
        } else toast.error(t("undo_failed"));
      }
      return (
        <UndoActions
          undo={undone}
          close={close}
          onUndo={() => void send(undoPaths[undone.of])}
          onMore={() => void send(paths.extendUndo())}
        />
      );
    },
    [revalidate, expect, t],
  );
}

type UndoActionsProps = { undo: Undo; close: () => void; onUndo: () => void; onMore: () => void };

function UndoActions({ undo, close, onUndo, onMore }: UndoActionsProps) {
  const { t } = useTranslation("common");
  const place = useRef<HTMLSpanElement>(null);
  const closing = useRef(close);
  useEffect(() => {
    closing.current = close;
  });
  const { until } = undo;
  const shared = JSON.stringify(undo);
  useEffect(() => {
    const kept = place.current?.closest("[data-sonner-toaster]");
    if (!kept) return;
    const ends = until ?? Date.now() + UNDO.extended * 1_000;
    // An offered button must work, also for a user who has pointed at it all the time.
    const end = setTimeout(() => closing.current(), Math.max(0, ends - Date.now()));
    const stop = until
      ? undefined
      : onceKept(kept, () => void post(paths.extendUndo(), JSON.parse(shared) as Undo, true));
    return () => {
      clearTimeout(end);
      stop?.();
    };
  }, [until, shared]);
  return (
    <span ref={place} className="flex basis-full flex-wrap gap-1 pl-5.5">
      <Button variant="secondary" size="sm" onClick={onUndo}>
        {t("undo")}
      </Button>
      {!until && (
        <Button variant="ghost" size="sm" onClick={onMore}>
          {t("undo_more")}
        </Button>
      )}
    </span>
  );
}

/** Runs a function once when toasts are kept open: the pointer or the focus is on them, or their window is hidden. */
function onceKept(toasts: Element, run: () => void): () => void {
  const events = ["pointerenter", "mouseenter", "focusin"] as const;
  const onHidden = () => document.hidden && keep();
  function stop() {
    for (const event of events) toasts.removeEventListener(event, keep);
    document.removeEventListener("visibilitychange", onHidden);
    window.removeEventListener("pagehide", stop);
  }
  function keep() {
    stop();
    run();
  }
  for (const event of events) toasts.addEventListener(event, keep);
  document.addEventListener("visibilitychange", onHidden);
  // A page that is left is hidden too, but its toast is not needed.
  window.addEventListener("pagehide", stop);
  return stop;
}

/** Sends the request; null without a connection. A quiet request for more time changes nothing visible. */
async function post(to: string, undo: Undo, quiet = false): Promise<Response | null> {
  const { pathname, search } = window.location;
  const body = new URLSearchParams(undoFields(undo, pathname + search));
  if (quiet) body.set("quiet", "1");
  return fetch(to, { method: "POST", body, redirect: "manual" }).catch(() => null);
}

/** The undo form without JavaScript. */
export function UndoBanner({ undo }: { undo: Undo }) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={undoPaths[undo.of]} className="flex flex-wrap items-center gap-3">
      <HiddenFields values={Object.entries(undoFields(undo, pathname + search))} />
      {!undo.until && <span className="text-muted">{t("undo_for", { seconds: UNDO.seconds })}</span>}
      <Button type="submit" variant="secondary">
        {t("undo")}
      </Button>
      {!undo.until && (
        <Button type="submit" variant="ghost" formAction={paths.extendUndo()}>
          {t("undo_more")}
        </Button>
      )}
    </form>
  );
}
