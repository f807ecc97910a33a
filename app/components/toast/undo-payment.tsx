import { useLocation, useRevalidator } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Button } from "~/components/ui/button";
import { UNDO_SECONDS } from "~/domain/commissions/payment";
import { sayNoConnection } from "~/web/form-action";

const ACTION = "/commissions/undo";

/**
 * Makes the button that undoes a payment from its toast; wherever its person has gone meanwhile, they stay there. What came of it
 * is said by the message that the next load brings. Not a fetcher: the route of the action would first have to be found and
 * loaded, and without a connection the page would be lost. Then the button stays, to be clicked again.
 */
export function useUndoButton() {
  const { t } = useTranslation(["common", "transactions"]);
  const { revalidate } = useRevalidator();
  return useCallback(
    (batchId: string, close: () => void) => {
      let underWay = false;
      async function undo() {
        if (underWay) return;
        underWay = true;
        const answer = await post(batchId).catch(() => null);
        underWay = false;
        if (!answer) return sayNoConnection();
        close();
        // The action always leads on, also when it refuses.
        if (answer.type === "opaqueredirect") revalidate();
        else toast.error(t("transactions:undo.failed"));
      }
      return (
        <Button variant="secondary" size="sm" className="-my-2 ml-auto" onClick={() => void undo()}>
          {t("undo")}
        </Button>
      );
    },
    [revalidate, t],
  );
}

function post(batchId: string): Promise<Response> {
  const { pathname, search } = window.location;
  const body = new URLSearchParams({ batch_id: batchId, back: pathname + search });
  return fetch(ACTION, { method: "POST", body, redirect: "manual" });
}

/** The same without JavaScript. */
export function UndoBanner({ batchId }: { batchId: string }) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={ACTION} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="batch_id" value={batchId} />
      <input type="hidden" name="back" value={pathname + search} />
      <span className="text-muted">{t("undo_for", { seconds: UNDO_SECONDS })}</span>
      <Button type="submit" variant="secondary">
        {t("undo")}
      </Button>
    </form>
  );
}
