import { Command as Menu } from "cmdk";
import type { ReactNode } from "react";
import { Icon, type IconName } from "~/components/ui/icon";

/** A group of entries of one kind, with a heading. */
export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Menu.Group
      heading={heading}
      className="mb-1 [&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Menu.Group>
  );
}

export type CommandItemProps = {
  /** The argument of onSelect; unique in the menu. */
  value: string;
  icon: IconName;
  /** A second line. */
  detail?: string;
  onSelect: (value: string) => void;
  children: ReactNode;
};

/** One entry of the menu; Enter chooses the highlighted one. */
export function CommandItem({ value, icon, detail, onSelect, children }: CommandItemProps) {
  return (
    <Menu.Item
      value={value}
      onSelect={() => onSelect(value)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent md:min-h-10"
    >
      <Icon name={icon} className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{children}</span>
        {detail && <span className="block truncate text-xs text-muted">{detail}</span>}
      </span>
    </Menu.Item>
  );
}
