import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { useFlash } from "./flash-context";

/**
 * Lists the records that the last action has skipped, and why. Takes the focus, because it may be above the visible
 * area; stays until it is closed or another action has ended.
 */
export function UnchangedPanel() {
  const flash = useFlash();
  const { t } = useTranslation("common");
  const [shown, setShown] = useState(flash);
  const [closed, setClosed] = useState<string>();
  if (flash && flash.id !== shown?.id) setShown(flash);
  const panel = useRef<HTMLDivElement>(null);
  const id = shown?.lines && shown.id !== closed ? shown.id : null;
  useEffect(() => panel.current?.focus(), [id]);
  if (!id || !shown?.lines) return null;
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="group"
      aria-labelledby="unchanged"
      data-quiet-focus
      className="scroll-mt-36 rounded-lg md:scroll-mt-20"
    >
      <Alert
        tone="warning"
        title={<span id="unchanged">{shown.description ?? shown.title}</span>}
        actions={
          <Button
            variant="ghost"
            size="icon-sm"
            title={t("dismiss")}
            aria-label={t("dismiss")}
            onClick={() => setClosed(id)}
            className="noscript:hidden"
          >
            <Icon name="x" />
          </Button>
        }
      >
        <ul className="list-disc pl-4 wrap-anywhere">
          {shown.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
