import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { mentionsIn, type Mentionable } from "~/domain/leads/mentions";
import { isWebAddress } from "~/domain/shared/web-address";
import "./conversation-texts";

/** A web address up to a space; full stops and closing brackets behind it belong to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
const BEHIND = new Set(".,;:!?)]}'»”");

type WrittenTextProps = { text: string; people?: readonly Mentionable[] };

/** A text as it was written, with its web addresses as links and its mentions marked. */
export function WrittenText({ text, people = [] }: WrittenTextProps) {
  const { t } = useTranslation("conversation");
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(ADDRESS)) {
    let [address] = found;
    while (BEHIND.has(address.at(-1)!)) address = address.slice(0, -1);
    if (!isWebAddress(address)) continue;
    parts.push(<Marked key={end} text={text.slice(end, found.index)} people={people} />);
    end = found.index + address.length;
    parts.push(
      <a
        key={`to ${found.index}`}
        href={address}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className="underline underline-offset-4"
      >
        {address}
        <span className="sr-only"> {t("opens")}</span>
      </a>,
    );
  }
  parts.push(<Marked key={end} text={text.slice(end)} people={people} />);
  return <p className="wrap-anywhere whitespace-pre-line">{parts}</p>;
}

function Marked({ text, people }: Required<WrittenTextProps>) {
  const mentions = mentionsIn(text, people);
  return mentions.length === 0
    ? text
    : mentions.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(mentions[at - 1]?.end ?? 0, start)}
          <span className="font-medium text-accent">{text.slice(start, end)}</span>
          {at === mentions.length - 1 && text.slice(end)}
        </Fragment>
      ));
}
