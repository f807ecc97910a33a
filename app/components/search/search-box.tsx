import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { SearchInput } from "~/components/ui/search-input";
import { useHydrated } from "~/browser/use-hydrated";
import { isApple } from "./platform";
import { preloadTools } from "./use-tools";
import { paths } from "~/paths/paths";
import { useNonce } from "~/browser/nonce";

declare global {
  interface Window {
    /** Records a request for the command menu that was made before its script was loaded. */
    earlySearch?: "wanted" | "ready";
  }
}

/**
 * Before hydration, Ctrl/Cmd+K moves the focus into the search field. The command menu later takes over the entered
 * text.
 */
const script = `addEventListener("keydown", function (event) {
  if (window.earlySearch === "ready" || event.key.toLowerCase() !== "k") return;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  window.earlySearch = "wanted";
  document.querySelector("header input[type=search]").focus();
}, true);`;

/**
 * An inline script next to the search field. It runs as soon as the field exists, before the app's scripts are loaded.
 */
function EarlySearch() {
  const nonce = useNonce();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** Ends the recording after hydration. Returns true if the command menu was requested before. */
function endEarlySearch(): boolean {
  const wanted = window.earlySearch === "wanted";
  window.earlySearch = "ready";
  return wanted;
}

export type SearchBoxProps = {
  /** Opens the command menu with the text entered so far. */
  onOpen: (typed: () => string) => void;
};

/**
 * The search of the top bar: a plain form that opens /search. With JavaScript, a click or the first letter opens the
 * command menu. The focus alone does not, because moving through the page with Tab must not open a dialog.
 */
export function SearchBox({ onOpen }: SearchBoxProps) {
  const { t } = useTranslation("shell");
  const ready = useHydrated();
  const { pathname, search } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const shown = pathname === paths.search() ? (new URLSearchParams(search).get("q") ?? "") : "";
  const open = () =>
    onOpen(() => {
      const typed = field.current?.value ?? "";
      if (field.current) field.current.value = shown;
      return typed;
    });
  const openNow = useRef(open);
  useEffect(() => {
    if (endEarlySearch()) openNow.current();
  }, []);
  return (
    <>
      <form action={paths.search()} role="search" aria-label={t("search.label")} className="max-md:hidden">
        <SearchInput
          key={shown}
          ref={field}
          defaultValue={shown}
          autoComplete="off"
          aria-label={t("search.label")}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={t("search.placeholder")}
          onFocus={preloadTools}
          onPointerEnter={preloadTools}
          onClick={open}
          onInput={(event) => {
            // Text entered before hydration, in a field that lost the focus, stays where it is.
            const isLeft = document.activeElement !== event.currentTarget;
            if (!isLeft && !(event.nativeEvent as InputEvent).isComposing) open();
          }}
          onCompositionEnd={open}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            open();
          }}
          className="max-w-md"
        >
          {ready && (
            <kbd
              aria-hidden
              className="pointer-events-none absolute right-2 rounded-sm border bg-sunken px-1.5 font-sans text-xs text-muted"
            >
              {isApple() ? "⌘K" : `${t("shortcuts.ctrl")} K`}
            </kbd>
          )}
        </SearchInput>
      </form>
      <EarlySearch />
      <Link
        to={paths.search()}
        aria-label={t("search.label")}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open();
        }}
        className={cn(buttonClass({ variant: "ghost", size: "icon" }), "md:hidden")}
      >
        <Icon name="search" />
      </Link>
    </>
  );
}
