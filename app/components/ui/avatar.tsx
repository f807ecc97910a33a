import { cut } from "~/domain/shared/damaged";
import { cn } from "./cn";

export type AvatarProps = { email?: string | null; className?: string; spoken?: boolean };

/**
 * The first two letters of the email address; decoration beside a name, so hidden from screen readers unless `spoken`.
 */
export function Avatar({ email, className, spoken }: AvatarProps) {
  return (
    <span
      aria-hidden={!spoken}
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent",
        className,
      )}
    >
      {cut(email ?? "", 2).toUpperCase() || "U"}
    </span>
  );
}
