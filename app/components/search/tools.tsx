import { CommandMenu } from "./command-menu";
import { ShortcutsDialog } from "./shortcuts-dialog";

export type Tool = "commands" | "shortcuts";

export type ToolsProps = {
  tool: Tool;
  initial: string;
  onOpen: (tool: Tool) => void;
  onClose: () => void;
};

/** The dialogs that open by keyboard shortcut. Loaded when first needed. */
export function Tools({ tool, initial, onOpen, onClose }: ToolsProps) {
  return tool === "commands" ? (
    <CommandMenu initial={initial} onClose={onClose} onShortcuts={() => onOpen("shortcuts")} />
  ) : (
    <ShortcutsDialog onClose={onClose} />
  );
}
