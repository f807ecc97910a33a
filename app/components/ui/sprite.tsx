import {
  BadgeCheck,
  CalendarClock,
  CalendarSync,
  Check,
  CircleHelp,
  CirclePause,
  CircleSlash,
  CircleX,
  Copy,
  Ellipsis,
  Eraser,
  ExternalLink,
  FilePlus,
  FileText,
  Hourglass,
  Inbox,
  Mail,
  MailCheck,
  MessageCircle,
  Pencil,
  RotateCcw,
  Sparkles,
  Trash2,
  Trophy,
  Undo2,
  UserPlus,
} from "lucide-react";
import { createContext, useContext } from "react";
import { toneIcon } from "./tone";

/** The icons that rows, cards and badges repeat. */
const icons = {
  ...toneIcon,
  "badge-check": BadgeCheck,
  "calendar-clock": CalendarClock,
  "calendar-sync": CalendarSync,
  check: Check,
  "circle-help": CircleHelp,
  "circle-pause": CirclePause,
  "circle-slash": CircleSlash,
  "circle-x": CircleX,
  copy: Copy,
  ellipsis: Ellipsis,
  eraser: Eraser,
  "external-link": ExternalLink,
  "file-plus": FilePlus,
  "file-text": FileText,
  hourglass: Hourglass,
  inbox: Inbox,
  mail: Mail,
  "mail-check": MailCheck,
  "message-circle": MessageCircle,
  pencil: Pencil,
  "rotate-ccw": RotateCcw,
  sparkles: Sparkles,
  "trash-2": Trash2,
  trophy: Trophy,
  "undo-2": Undo2,
  "user-plus": UserPlus,
};

export type SpriteIconName = keyof typeof icons;

/** The HTML of the symbols, on the server: it is the same on every page and rendered once. Null in the browser. */
const SymbolsHtml = createContext<string | null>(null);

export const SymbolsHtmlProvider = SymbolsHtml.Provider;

/** The drawings that SpriteIcon refers to. Stands once on a page, so that a list of fifty rows does not repeat them. */
export function Sprite() {
  const html = useContext(SymbolsHtml);
  const content =
    html === null ? { children: <SpriteSymbols /> } : { dangerouslySetInnerHTML: { __html: html } };
  return <svg aria-hidden className="hidden" {...content} />;
}

export function SpriteSymbols() {
  return Object.entries(icons).map(([name, Icon]) => (
    <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
      <Icon />
    </symbol>
  ));
}

/** An icon of the sprite, in the colour of the text around it. */
export function SpriteIcon({ name, className }: { name: SpriteIconName; className?: string }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
