import { CommandMenu } from "./command-menu";
import { ShortcutsDialog } from "./shortcuts-dialog";

export type Tool = "commands" | "shortcuts";

export type ToolsProps = {
  tool: Tool;
  /** The text of the top bar's field. */
  initial: string;
  /** Stops buffering keys and returns the text. */
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
