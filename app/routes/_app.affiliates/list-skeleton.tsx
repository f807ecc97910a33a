import { Skeleton, SkeletonRows } from "~/components/ui/skeleton";

/** Placeholder of the list while it loads: sections of the given numbers of rows, each below its heading. */
export function ListSkeleton({ sections = [8] }: { sections?: readonly number[] }) {
  return (
    <div className="space-y-8">
      {sections.map((rows, index) => (
        <div key={index} className="space-y-3">
          <div className="py-1">
            <Skeleton className="w-40" />
          </div>
          {/* One more for the header of the table. */}
          <SkeletonRows rows={rows + 1} />
        </div>
      ))}
    </div>
  );
}
