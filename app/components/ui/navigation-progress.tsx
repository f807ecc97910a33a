import { useNavigation } from "@remix-run/react";

/** A thin bar at the top while the next page loads. Once per shell; forms also show their own progress. */
export function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div aria-hidden data-print="hide" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5">
      {busy && <div className="h-full origin-left animate-progress bg-accent" />}
    </div>
  );
}
