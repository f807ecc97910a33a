import type { TFunction } from "i18next";
import Compass from "lucide-react/icons/compass";
import { actions, commandsFor, screens } from "~/components/search/commands";
import { fewestLetters } from "~/components/search/use-found";
import type { ResultKind } from "./results";

/** Returns actions and screens whose name contains every word of the search, as one more kind of result. */
export function commandResults(q: string, t: TFunction): ResultKind[] {
  if (q.length < fewestLetters) return [];
  const commands = [...commandsFor(actions, q, t), ...commandsFor(screens, q, t)];
  if (commands.length === 0) return [];
  const found = commands.map(({ to, text }) => ({ id: to, to, title: t(`shell:${text}`), detail: "" }));
  return [{ kind: "screens", icon: Compass, found, more: false, all: "" }];
}
