import { useNavigate } from "@remix-run/react";
import { Command as Menu } from "cmdk";
import type { TFunction } from "i18next";
import { useCallback, useState, type Dispatch, type SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import { MarkedInput } from "~/components/ui/marked-input";
import { Modal } from "~/components/ui/modal";
import { Spinner } from "~/components/ui/spinner";
import { hasShortWord } from "~/domain/shared/search";
import { CommandGroup, CommandItem } from "./command-parts";
import { actions, commandsFor, screens } from "./commands";
import { useFound } from "./use-found";
import { useSearch } from "./use-search";
import { paths } from "~/paths/paths";

export type CommandMenuProps = {
  /** Text that was entered before the menu opened. */
  initial: string;
  /** Stops buffering keys and returns the text, once the field has the focus. */
  takeTyped: () => string;
  onClose: () => void;
  onShortcuts: () => void;
};

const all = "all";
/** Maximum number of results per kind. /search and the lists show all. */
const MAX_SHOWN = 4;

/** Searches leads, deals, affiliates, screens and actions. Works with the keyboard alone. */
export function CommandMenu({ initial, takeTyped, onClose, onShortcuts }: CommandMenuProps) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const [marked, setMarked] = useState({ at: "", value: "" });
  const { query, answer, current, busy } = useSearch(text);
  const kinds = useFound(answer?.q ?? "", answer?.result ?? null);
  const first = kinds[0]?.found[0]?.to;

  // Each response highlights the best match, because a user who types and presses Enter wants that one, not the entry
  // that was there before.
  const at = `${query} ${current}`;
  const value = current && first && marked.at !== at ? first : marked.value;

  const go = useCallback(
    (to: string) => {
      onClose();
      navigate(to);
    },
    [navigate, onClose],
  );
  const groups = matchingCommands(query, t);
  const nothing = current && kinds.length === 0 && groups.length === 0 && !answer?.failed;

  return (
    <Modal label={t("search.menu")} onClose={onClose} className="max-w-xl md:mt-[8vh]">
      <Menu
        shouldFilter={false}
        loop
        vimBindings={false}
        label={t("search.menu")}
        value={value}
        onValueChange={(to) => setMarked({ at, value: to })}
      >
        <SearchLine text={text} setText={setText} takeTyped={takeTyped} busy={busy} onClose={onClose} />
        <Menu.List
          label={t("search.menu")}
          className={cn(
            "max-h-[min(28rem,70dvh)] overflow-y-auto overscroll-contain p-2",
            busy && "opacity-70 transition-opacity delay-200",
            nothing && "hidden",
          )}
        >
          <FoundGroups kinds={kinds} onSelect={go} />
          <CommandGroups query={query} groups={groups} onSelect={go} onShortcuts={onShortcuts} />
          {query && !nothing && (
            <CommandItem value={all} icon="search" onSelect={() => go(paths.search({ q: query }))}>
              {t("search.all", { query })}
            </CommandItem>
          )}
        </Menu.List>
        <Outcome
          query={query}
          failed={Boolean(answer?.failed)}
          nothing={nothing}
          count={current ? kinds.reduce((sum, { found }) => sum + found.length, 0) : 0}
        />
      </Menu>
    </Modal>
  );
}

const matchingCommands = (query: string, t: TFunction) =>
  [
    { key: "actions" as const, commands: commandsFor(actions, query, t) },
    { key: "screens" as const, commands: commandsFor(screens, query, t) },
  ].filter(({ commands }) => commands.length > 0);

type SearchLineProps = Pick<CommandMenuProps, "takeTyped" | "onClose"> & {
  text: string;
  setText: Dispatch<SetStateAction<string>>;
  busy: boolean;
};

function SearchLine({ text, setText, takeTyped, busy, onClose }: SearchLineProps) {
  const { t } = useTranslation(["shell", "common"]);
  return (
    <div className="flex items-center gap-3 border-b pr-2 pl-4">
      {busy ? (
        <Spinner className="size-4 shrink-0 text-accent" />
      ) : (
        <Icon name="search" className="size-4 shrink-0 text-faint" />
      )}
      <MarkedInput
        data-autofocus
        onFocus={() => {
          const typed = takeTyped();
          if (typed) setText((before) => before + typed);
        }}
        value={text}
        onValueChange={setText}
        maxLength={200}
        placeholder={t("search.placeholder")}
        className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none md:text-sm"
      />
      <Button variant="ghost" size="sm" className="text-xs" onClick={onClose}>
        {t("common:close")}
      </Button>
    </div>
  );
}

/** The best matches of each kind of record, with a link to all of them. */
function FoundGroups({ kinds, onSelect }: { kinds: ReturnType<typeof useFound>; onSelect: (to: string) => void }) {
  const { t } = useTranslation("shell");
  return kinds.map(({ kind, icon, found, more, all: screen }) => (
    <CommandGroup key={kind} heading={t(`search.groups.${kind}`)}>
      {found.slice(0, MAX_SHOWN).map(({ to, title, detail }) => (
        <CommandItem key={to} value={to} icon={icon} detail={detail} onSelect={onSelect}>
          {title}
        </CommandItem>
      ))}
      {(more || found.length > MAX_SHOWN) && (
        <CommandItem value={screen} icon="search" onSelect={onSelect}>
          {t(`search.open_in.${kind}`)}
        </CommandItem>
      )}
    </CommandGroup>
  ));
}

type CommandGroupsProps = {
  query: string;
  groups: ReturnType<typeof matchingCommands>;
  onSelect: (to: string) => void;
  onShortcuts: () => void;
};

function CommandGroups({ query, groups, onSelect, onShortcuts }: CommandGroupsProps) {
  const { t } = useTranslation("shell");
  const shortcuts = t("commands.shortcuts");
  const offersShortcuts = shortcuts.toLowerCase().includes(query.toLowerCase());
  return groups.map(({ key, commands }) => (
    <CommandGroup key={key} heading={t(`search.groups.${key}`)}>
      {commands.map(({ to, text, icon }) => (
        <CommandItem key={to} value={to} icon={icon} onSelect={onSelect}>
          {t(text)}
        </CommandItem>
      ))}
      {key === "screens" && offersShortcuts && (
        <CommandItem value="shortcuts" icon="keyboard" onSelect={onShortcuts}>
          {shortcuts}
        </CommandItem>
      )}
    </CommandGroup>
  ));
}

/** Says that a search failed, found nothing, or how much it found (for screen readers only). */
function Outcome({
  query,
  failed,
  nothing,
  count,
}: {
  query: string;
  failed: boolean;
  nothing: boolean;
  count: number;
}) {
  const { t } = useTranslation(["shell", "common"]);
  return (
    <div role="status" className={cn((nothing || failed) && "px-4 py-3 text-muted", failed && "border-t")}>
      {failed && `${t("search.failed")}. ${t("search.failed_text")}`}
      {nothing && t("search.none", { query })}
      {nothing && hasShortWord(query) && <span className="block">{t("common:short_words")}</span>}
      {count > 0 && <span className="sr-only">{t("search.count", { count })}</span>}
    </div>
  );
}
