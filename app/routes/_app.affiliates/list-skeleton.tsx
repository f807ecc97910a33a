import { SkeletonRows } from "~/components/ui/skeleton";

/** Placeholder of the list while it loads: its rows and headings below the header of the table. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return <SkeletonRows rows={rows + 1} />;
}
