import { useNavigate, useNavigationType } from "@remix-run/react";
import { useCallback, useEffect, useRef, type FormEvent } from "react";
import { useWithoutView } from "~/components/lists/use-views";
import { withQuery } from "~/paths/address";

/** The form is sent after a typing pause of this length. */
const pauseMs = 250;

/**
 * Returns the props of a filter form that sends itself by GET: after a pause while typing into its search "q",
 * immediately when an option is chosen. `values` are those of the URL, by field name.
 */
export function useFilterForm(path: string, values: Record<string, string>) {
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const withoutView = useWithoutView();
  const { q = "", ...choices } = values;
  const chosen = JSON.stringify(choices);

  const send = useCallback(() => {
    clearTimeout(timer.current);
    if (!ref.current) return;
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(ref.current)) {
      if (typeof value === "string" && value.trim()) wanted.set(name, value.trim());
    }
    // One step back leaves the search instead of removing a letter.
    const refined = q !== "" && wanted.has("q");
    navigate(withoutView(withQuery(path, wanted)), { replace: refined, preventScrollReset: true });
  }, [navigate, path, q, withoutView]);

  useEffect(() => () => clearTimeout(timer.current), []);

  // Back, forward and "clear" change the URL but not the fields. A late response must not overwrite what is being
  // typed, and neither must hydration, after which earlier input is repeated (repeatEarlyInput).
  const arrived = useRef(false);
  useEffect(() => {
    const words = fieldOf(ref.current, "q");
    const typing = words === document.activeElement;
    const fields = Object.entries(JSON.parse(chosen) as Record<string, string>);
    if (!arrived.current) {
      arrived.current = true;
      return;
    }
    for (const [name, value] of fields) {
      const field = fieldOf(ref.current, name);
      if (field) field.value = value;
    }
    if (words && (!typing || navigationType === "POP")) words.value = q;
  }, [chosen, q, navigationType]);

  return {
    ref,
    method: "get",
    action: path,
    onInput(event: FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current);
      if (event.target instanceof HTMLInputElement) timer.current = setTimeout(send, pauseMs);
      else send();
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      send();
    },
  } as const;
}

function fieldOf(form: HTMLFormElement | null, name: string) {
  return form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
}
