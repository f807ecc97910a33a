import { useLocation, useRevalidator } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Button } from "~/components/ui/button";
import { UNDO_SECONDS, type Undo } from "~/domain/shared/undo";
import { sayNoConnection } from "~/browser/say-no-connection";
import { paths } from "~/paths/paths";
import { useExpectFlash } from "./flash-context";

const ACTIONS = { payment: paths.undoPayment(), leads: paths.undoLeads() } as const;

/**
 * Makes the "undo" button of a toast. It works on any screen and does not leave it. The result is shown
 * as the flash message of the next load. It does not use a fetcher: a fetcher would first load the action's route,
 * and without a connection that would replace the page. Without a connection the button stays and can be clicked again.
 */
export function useUndoButton() {
  const { t } = useTranslation("common");
  const { revalidate } = useRevalidator();
  const expect = useExpectFlash();
  return useCallback(
    (undone: Undo, close: () => void) => {
      let underWay = false;
      async function undo() {
        if (underWay) return;
        underWay = true;
        const answer = await post(undone).catch(() => null);
        underWay = false;
        if (!answer) return sayNoConnection();
        close();
        // The action always redirects, also when it refuses.
        if (answer.type === "opaqueredirect") {
          expect();
          revalidate();
        } else toast.error(t("undo_failed"));
      }
      return (
        <Button variant="secondary" size="sm" className="-my-2 ml-auto" onClick={() => void undo()}>
          {t("undo")}
        </Button>
      );
    },
    [revalidate, expect, t],
  );
}

function post({ of, batchId }: Undo): Promise<Response> {
  const { pathname, search } = window.location;
  const body = new URLSearchParams({ batch_id: batchId, back: pathname + search });
  return fetch(ACTIONS[of], { method: "POST", body, redirect: "manual" });
}

/** The same without JavaScript. */
export function UndoBanner({ undo: { of, batchId } }: { undo: Undo }) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={ACTIONS[of]} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="batch_id" value={batchId} />
      <input type="hidden" name="back" value={pathname + search} />
      <span className="text-muted">{t("undo_for", { seconds: UNDO_SECONDS })}</span>
      <Button type="submit" variant="secondary">
        {t("undo")}
      </Button>
    </form>
  );
}
