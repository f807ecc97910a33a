import { useFetcher, useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { UNDO_SECONDS } from "~/domain/commissions/payment";

const ACTION = "/commissions/undo";

/** Makes the button that undoes a payment from its toast; wherever its person has gone meanwhile, they stay there. */
export function useUndoButton() {
  const { t } = useTranslation("common");
  const { submit } = useFetcher();
  return useCallback(
    (batchId: string, close: () => void) => (
      <Button
        variant="secondary"
        size="sm"
        className="-my-2 ml-auto"
        onClick={() => {
          const { pathname, search } = window.location;
          submit({ batch_id: batchId, back: pathname + search }, { method: "post", action: ACTION });
          close();
        }}
      >
        {t("undo")}
      </Button>
    ),
    [submit, t],
  );
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
