import "./merging-texts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { sides, type Side } from "~/domain/shared/merge-sides";

/** One of two records that are merged. */
export interface MergedRecord {
  name: string;
  lines: readonly string[];
  status: ReactNode;
}

/** Two records side by side: the one that stays, and the one that is merged into it. */
export function BothRecords(both: Record<Side, MergedRecord>) {
  const { t } = useTranslation("merging");
  return (
    <ul className="mb-6 grid gap-2 sm:grid-cols-2">
      {sides.map((side) => (
        <li
          key={side}
          className={`rounded-lg border px-4 py-3 wrap-anywhere ${side === "kept" ? "border-accent bg-accent-soft" : ""}`}
        >
          <p className="text-xs text-muted">{t(side === "kept" ? "merge.stays" : "merge.goes")}</p>
          <p className="font-medium">{both[side].name}</p>
          {both[side].lines.map((line) => (
            <p key={line} className="text-xs text-muted">
              {line}
            </p>
          ))}
          <p className="mt-2">{both[side].status}</p>
        </li>
      ))}
    </ul>
  );
}
