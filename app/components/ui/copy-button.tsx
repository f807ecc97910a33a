import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "sonner";
import { Button, type ButtonLook } from "./button";
import { cn } from "./cn";
import { useHydrated } from "~/browser/use-hydrated";
import { Icon } from "./icon";

export type CopyButtonProps = ButtonLook & {
  text: string;
  /** What the button does; "Copy" by default. */
  label?: string;
  /** The text for two seconds afterwards. */
  copiedLabel?: string;
  /** Shows only the icon; screen readers still get the label. */
  iconOnly?: boolean;
  /** A toast to show as well, and the line below it. */
  notify?: string;
  notifyText?: string;
  className?: string;
};

/** Copies a text. Without JavaScript the button does nothing, so the text itself must be on the page. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, iconOnly, notify, notifyText, className, variant = "secondary", size } = props;
  const { t } = useTranslation("common");
  const ready = useHydrated();
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(0), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (!(await copyText(text))) return void toast.error(t("copy_failed"));
    setCopied((times) => times + 1);
    if (notify) toast.success(notify, { description: notifyText });
  }

  const words = copied ? (copiedLabel ?? t("copied")) : (label ?? t("copy"));
  const icon = copied ? "check" : "copy";
  return (
    <>
      <Button
        variant={variant}
        size={size ?? (iconOnly ? "icon" : "md")}
        onClick={() => void copy()}
        aria-label={iconOnly ? words : undefined}
        title={iconOnly ? words : undefined}
        className={cn(!ready && "invisible", "noscript:hidden", className)}
      >
        <Icon name={icon} className={cn(copied > 0 && variant !== "primary" && "text-success")} />
        {!iconOnly && words}
      </Button>
      <span role="status" className="sr-only">
        {copied ? words : ""}
      </span>
    </>
  );
}

/** Copies a text to the clipboard; falls back to a selection where the clipboard needs https. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const holder = document.createElement("textarea");
    holder.value = text;
    holder.className = "sr-only";
    // Inside an open dialog everything else is inert and could not be selected.
    (document.activeElement?.parentElement ?? document.body).append(holder);
    const focused = document.activeElement;
    holder.select();
    const done = document.execCommand("copy");
    holder.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}
