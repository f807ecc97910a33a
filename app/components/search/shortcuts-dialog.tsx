import { useLocation, useSubmit } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAuth } from "~/browser/use-auth";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Modal } from "~/components/ui/modal";
import { paths } from "~/paths/paths";
import { isApple } from "./platform";
import { goKeys } from "./list-keys";
import "./shortcut-texts";

/** Lists all keyboard shortcuts, and has the switch for those of a single key (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["shortcuts", "shell", "common"]);
  const single = useAuth().appearance?.singleKeys ?? false;
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const ctrl = isApple() ? "⌘" : t("shell:shortcuts.ctrl");
  const off = !single;
  const then = t("then");
  const rows: { text: string; keys: string[]; off?: boolean }[] = [
    { text: t("rows"), keys: ["J", "K", "↓", "↑"], off },
    { text: t("open"), keys: [t("enter")] },
    { text: t("select"), keys: ["X"], off },
    { text: t("edit"), keys: ["E"], off },
    { text: t("new"), keys: ["C"], off },
    { text: t("lead_neighbors"), keys: ["J", "K"], off },
    { text: t("lead_qualify"), keys: ["Q"], off },
    { text: t("lead_done"), keys: ["D"], off },
    { text: t("lead_take"), keys: ["M"], off },
    ...Object.entries(goKeys).map(([key, screen]) => ({
      text: t("go", { screen: t(`shell:nav.${screen}`) }),
      keys: ["G", then, key.toUpperCase()],
      off,
    })),
    { text: t("back"), keys: [t("escape")], off },
    { text: t("search"), keys: [`${ctrl} K`] },
    { text: t("search_key"), keys: ["/"], off },
    { text: t("sidebar"), keys: [`${ctrl} B`] },
    { text: t("move"), keys: ["↑", "↓"] },
    { text: t("choose"), keys: [t("enter")] },
    { text: t("close"), keys: [t("escape")] },
    { text: t("help"), keys: ["?"], off },
  ];
  const choose = (wanted: boolean) =>
    submit(
      { single_keys: wanted ? "on" : "off", redirect_to: pathname + search },
      { method: "post", action: paths.appearance(), preventScrollReset: true, replace: true },
    );
  return (
    <Modal label={t("title")} onClose={onClose} className="max-w-md md:mt-[8vh]">
      <div className="flex items-center justify-between py-2 pr-2 pl-4 md:pl-6">
        <h2 className="text-base font-semibold">{t("title")}</h2>
        <Button variant="ghost" size="icon" aria-label={t("common:close")} onClick={onClose}>
          <Icon name="x" />
        </Button>
      </div>
      <dl className="max-h-[60dvh] divide-y overflow-y-auto border-y" tabIndex={0} aria-label={t("title")}>
        {rows.map(({ text, keys, off }) => (
          <div key={text} className="flex min-h-9 items-center justify-between gap-4 px-4 py-1 md:px-6">
            <dt className={off ? "text-faint line-through" : undefined}>{text}</dt>
            <dd className="flex shrink-0 items-center gap-1 text-xs text-muted">
              {keys.map((key) => (key === then ? <span key={key}>{key}</span> : <Key key={key}>{key}</Key>))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 cursor-pointer gap-3 px-4 py-4 md:px-6">
        <input
          type="checkbox"
          checked={single}
          onChange={(event) => choose(event.target.checked)}
          aria-describedby="single-keys-text"
          className="mt-0.5 size-4 shrink-0"
        />
        <span>
          <span className="block font-medium">{t("single")}</span>
          <span id="single-keys-text" className="block text-xs text-muted">
            {t("single_text")}
          </span>
        </span>
      </label>
    </Modal>
  );
}

/** A key, or keys pressed together, as they are printed on keyboards. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm border bg-sunken px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}
