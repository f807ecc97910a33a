import { useSubmit } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { statusOf, type LeadView } from "./lead-view";

/** After the last key, before the list follows. */
const pauseMs = 250;

/** The props of a filter form that sends itself: a choice at once, a search when typing pauses. */
export function useFilterForm(view: LeadView) {
  const ref = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const sent = useRef(view.filter.search);

  const search = view.filter.search;
  const affiliate = view.filter.affiliate ?? "";
  const status = statusOf(view);
  // Back, forward and "clear" change the address without touching the fields. What is being typed stays.
  useEffect(() => {
    const fields = ref.current?.elements;
    const field = (name: string) => fields?.namedItem(name) as HTMLInputElement | HTMLSelectElement;
    field("status").value = status;
    field("affiliate").value = affiliate;
    if (search !== sent.current) field("q").value = search;
    sent.current = search;
  }, [search, status, affiliate]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(replace: boolean) {
    clearTimeout(timer.current);
    if (!ref.current) return;
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(ref.current)) {
      if (typeof value === "string" && value.trim()) params.set(name, value.trim());
    }
    sent.current = params.get("q") ?? "";
    submit(params, { method: "get", action: "/leads", replace, preventScrollReset: true });
  }

  return {
    ref,
    onChange(event: FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current);
      const typed = event.target instanceof HTMLInputElement;
      if (typed) timer.current = setTimeout(() => send(true), pauseMs);
      else send(false);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      send(true);
    },
  };
}
