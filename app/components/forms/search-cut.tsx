import type { ReactNode } from "react";

/** Below the filters of a list whose search may have found more than it lists. */
export function SearchCut({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-muted">
      {children}
    </p>
  );
}
