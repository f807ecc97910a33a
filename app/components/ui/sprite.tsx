import BadgeCheck from "lucide-react/icons/badge-check";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarSync from "lucide-react/icons/calendar-sync";
import Check from "lucide-react/icons/check";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import CirclePause from "lucide-react/icons/circle-pause";
import CircleSlash from "lucide-react/icons/circle-slash";
import CircleX from "lucide-react/icons/circle-x";
import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import Eraser from "lucide-react/icons/eraser";
import ExternalLink from "lucide-react/icons/external-link";
import FilePlus from "lucide-react/icons/file-plus";
import FileText from "lucide-react/icons/file-text";
import FlaskConical from "lucide-react/icons/flask-conical";
import Hourglass from "lucide-react/icons/hourglass";
import Inbox from "lucide-react/icons/inbox";
import Mail from "lucide-react/icons/mail";
import MailCheck from "lucide-react/icons/mail-check";
import MessageCircle from "lucide-react/icons/message-circle";
import Pencil from "lucide-react/icons/pencil";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Sparkles from "lucide-react/icons/sparkles";
import Trash2 from "lucide-react/icons/trash";
import Trophy from "lucide-react/icons/trophy";
import Undo2 from "lucide-react/icons/undo-2";
import UserPlus from "lucide-react/icons/user-plus";
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
  flask: FlaskConical,
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

/**
 * The drawings that SpriteIcon refers to. They are on a page once, so that a list of fifty rows does not repeat them.
 */
export function Sprite() {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon of the sprite, in the color of the text around it. */
export function SpriteIcon({ name, className }: { name: SpriteIconName; className?: string }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
