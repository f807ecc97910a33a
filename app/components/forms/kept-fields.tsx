import { useAddress } from "~/components/ui/use-address";
import { HiddenFields } from "./hidden-fields";

/** Keeps the other URL parameters in a form sent by GET, on the first page of its list. */
export function KeptFields({ but }: { but: readonly string[] }) {
  const kept = [...new URLSearchParams(useAddress().search)].filter(
    ([name]) => name !== "cursor" && !but.includes(name),
  );
  return <HiddenFields values={kept} />;
}
