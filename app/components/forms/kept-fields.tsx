import { useAddress } from "~/components/ui/use-address";

/** Keeps what else the address asks for in a form sent by GET, on the first page of its list. */
export function KeptFields({ but }: { but: readonly string[] }) {
  const kept = [...new URLSearchParams(useAddress().search)].filter(
    ([name]) => name !== "cursor" && !but.includes(name),
  );
  return kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
