import { CommandMenu } from "./command-menu";
import { ShortcutsDialog } from "./shortcuts-dialog";

export type Tool = "commands" | "shortcuts";

export type ToolsProps = {
  tool: Tool;
  /** What the field of the top bar had. */
  initial: string;
  /** Ends the keeping of what was typed since, and returns it. */
  takeTyped: () => string;
  onOpen: (tool: Tool) => void;
  onClose: () => void;
};

/** The dialogs that open by keyboard shortcut. Loaded when first needed. */
export function Tools({ tool, initial, takeTyped, onOpen, onClose }: ToolsProps) {
  return tool === "commands" ? (
    <CommandMenu initial={initial} takeTyped={takeTyped} onClose={onClose} onShortcuts={() => onOpen("shortcuts")} />
  ) : (
    <ShortcutsDialog onClose={onClose} />
  );
}
