import { useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "~/components/ui/button";
import { typedMention, type Mentionable } from "~/domain/leads/mentions";
import "./conversation-texts";

const MAX_SHOWN = 6;

/** Offers the members whose name is being typed behind an "@" in the text area inside. */
export function MentionPicker({ people, children }: { people: readonly Mentionable[]; children: ReactNode }) {
  const { t } = useTranslation("conversation");
  const area = useRef<HTMLTextAreaElement | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  function follow({ target }: SyntheticEvent) {
    if (!(target instanceof HTMLTextAreaElement)) return;
    area.current = target;
    setTyped(people.length > 0 ? typedMention(target.value.slice(0, target.selectionStart)) : null);
  }
  function mention(name: string) {
    const field = area.current;
    if (!field || typed === null) return;
    const end = field.selectionStart;
    field.setRangeText(`${name} `, end - typed.length, end, "end");
    // The form's validation listens to input.
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    setTyped(null);
  }
  const names = [...new Set(people.map(({ name }) => name))];
  const offered =
    typed === null
      ? []
      : names
          .filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()) && name !== typed)
          .slice(0, MAX_SHOWN);
  return (
    <div onInput={follow} onClick={follow} onKeyUp={follow}>
      {children}
      {offered.length > 0 && (
        <div role="group" aria-label={t("mention_group")} className="mt-2 flex flex-wrap gap-2">
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              onClick={(event) => {
                event.stopPropagation();
                mention(name);
              }}
              aria-label={t("mention", { name })}
              className={buttonClass({ variant: "secondary", size: "sm" })}
            >
              @{name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
