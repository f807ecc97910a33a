import { useNavigate, useNavigationType } from "@remix-run/react";
import { useCallback, useEffect, useRef, type FormEvent, type RefObject } from "react";

/** Whoever types on within this time is still typing. */
const pauseMs = 250;

/** A filter form that sends itself: at a pause while typing, and at once when something is chosen. */
export function useFilterForm(
  ref: RefObject<HTMLFormElement>,
  { search, status }: { search: string; status: string },
) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const navigate = useNavigate();
  const navigationType = useNavigationType();

  const send = useCallback(() => {
    clearTimeout(timer.current);
    if (!ref.current) return;
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(ref.current)) {
      if (typeof value === "string" && value.trim()) wanted.set(name, value.trim());
    }
    const query = wanted.toString();
    // One step back leads out of a search, not through its letters.
    const refined = search !== "" && wanted.has("q");
    navigate(query ? `/affiliates?${query}` : "/affiliates", { replace: refined, preventScrollReset: true });
  }, [ref, navigate, search]);

  // What was typed before the page came alive is sent now.
  const arrived = useRef(false);
  useEffect(() => {
    const words = ref.current?.elements.namedItem("q") as HTMLInputElement | null;
    if (!arrived.current && words === document.activeElement && words?.value.trim() !== search) send();
    arrived.current = true;
  }, [ref, search, send]);

  useEffect(() => () => clearTimeout(timer.current), []);

  // Back, forward and "clear" change the address without touching the fields. An answer that comes late must not take
  // away what is being typed.
  useEffect(() => {
    const fields = ref.current?.elements;
    const words = fields?.namedItem("q") as HTMLInputElement | null;
    const choice = fields?.namedItem("status") as HTMLSelectElement | null;
    if (choice) choice.value = status;
    if (words && (words !== document.activeElement || navigationType === "POP")) words.value = search;
  }, [ref, search, status, navigationType]);

  return {
    send,
    onType: useCallback(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(send, pauseMs);
    }, [send]),
    onSubmit(event: FormEvent) {
      event.preventDefault();
      send();
    },
  };
}
