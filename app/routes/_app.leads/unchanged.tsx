import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Toast } from "~/browser/toast";
import { Alert } from "~/components/ui/alert";
import { Button } from "~/components/ui/button";

/**
 * Lists the leads that the last action has skipped, and why. Takes the focus, because it may be above the visible area;
 * stays until it is closed or another action has ended.
 */
export function Unchanged({ flash }: { flash: Toast | null }) {
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
            <X aria-hidden />
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
