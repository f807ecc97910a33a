import { useAddress } from "~/components/ui/use-address";
import { addressWith } from "~/paths/address";
import { leadsPath } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import type { ExportName } from "~/paths/export-names";
import { ExportMenu } from "./export-menu";

/** The export menu of this screen's list, with its current filters. */
export function ExportList({ name, compact = false }: { name: ExportName; compact?: boolean }) {
  const address = useAddress();
  // Above a deal's dialog, the path says which view is behind it.
  const ofLeads = name === "leads" || name === "deals";
  const search = ofLeads ? (leadsPath(address).split("?")[1] ?? "") : address.search;
  return <ExportMenu compact={compact} hrefOf={(format) => addressWith(paths.export(name), search, { format })} />;
}
