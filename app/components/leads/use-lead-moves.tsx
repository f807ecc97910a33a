import { useFetcher, useFetchers, useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Flash } from "~/components/toast/flash";
import type { Toast } from "~/browser/toast";
import { useAddress } from "~/components/ui/use-address";
import { leadTransitions, type LeadMove } from "~/domain/leads/lead";
import { isId } from "~/domain/shared/id-digits";
import { leadsPath } from "~/paths/lead-view";

/** The target status of leads that are being moved, by id. */
export type Moves = ReadonlyMap<string, LeadMove>;

/** The outlet context of the dialogs. */
export type LeadsContext = Pick<ReturnType<typeof useLeadMoves>, "onSubmit">;

type Answer = { toast: Omit<Toast, "id"> | null };

/** Prefix of the keys of the fetchers that move leads. */
const PREFIX = "move ";

/**
 * Moves leads on the screen immediately, while the request is sent. `moves` are the moves in progress; a rejected move
 * is removed from it. `onSubmit` handles the forms of the cards and of the dialog that asks before a lead is lost.
 * `outcomes` must be rendered; it shows the toasts.
 */
export function useLeadMoves() {
  const submit = useSubmit();
  const location = useAddress();
  const [sent, setSent] = useState<readonly string[]>([]);
  const count = useRef(0);
  const done = useCallback((key: string) => setSent((keys) => keys.filter((one) => one !== key)), []);
  const moves = useMovesUnderWay();

  function onSubmit(event: FormEvent<HTMLElement>) {
    const form = event.target as HTMLFormElement;
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const body = new FormData(form);
    body.set(submitter.name, submitter.value);
    body.set("answer", "toast");
    const move = readMove(body);
    if (!move || moves.has(move.leadId)) return;
    const key = `${PREFIX}${move.leadId} ${++count.current}`;
    setSent((keys) => [...keys, key]);
    submit(body, { method: "post", action: leadsPath(location), navigate: false, fetcherKey: key });
  }

  const outcomes: ReactNode = sent.map((key) => <Outcome key={key} fetcherKey={key} onDone={done} />);
  return { moves, outcomes, onSubmit };
}

function useMovesUnderWay(): Moves {
  const underWay = useFetchers().flatMap(({ key, formData, data }) => {
    if (!key.startsWith(PREFIX) || !formData) return [];
    const move = readMove(formData);
    const refused = data !== undefined && (data as Answer).toast?.tone !== "success";
    return move && !refused ? [`${move.leadId} ${move.to}`] : [];
  });
  const known = underWay.join();
  return useMemo(() => {
    const pairs = known ? known.split(",").map((pair) => pair.split(" ") as [string, LeadMove]) : [];
    return new Map(pairs);
  }, [known]);
}

/**
 * Returns which lead a form moves, and where to; null for any other form. The server checks it with `moveLeadSchema`.
 */
function readMove(form: FormData): { leadId: string; to: LeadMove } | null {
  const [leadId, to] = [form.get("lead_id"), form.get("status")];
  if (typeof leadId !== "string" || typeof to !== "string" || !isId(leadId)) return null;
  return Object.hasOwn(leadTransitions, to) ? { leadId, to: to as LeadMove } : null;
}

/** Shows the result of a move as a toast. */
function Outcome({ fetcherKey, onDone }: { fetcherKey: string; onDone: (key: string) => void }) {
  const { state, data } = useFetcher<Answer>({ key: fetcherKey });
  const { t } = useTranslation("leads");
  useEffect(() => {
    if (state === "idle" && data) onDone(fetcherKey);
  }, [state, data, fetcherKey, onDone]);
  if (!data) return null;
  const failed = { tone: "error", title: t("errors:status_failed") } as const;
  return <Flash toast={{ ...(data.toast ?? failed), id: fetcherKey }} />;
}
