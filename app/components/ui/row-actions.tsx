import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { Icon, type IconName } from "./icon";
import { ListLink, type ListLinkProps } from "./list-link";

export type RowActionsProps = {
  /** The id of the row's record. */
  id: string;
  /** Names the menu: "Actions for …". */
  label: string;
  /** RowActionLinks and RowActionButtons. */
  children: ReactNode;
};

/**
 * What can be done with a row. Where a pointer can hover and the row is a line of a table, its icons appear on hover
 * and focus. Elsewhere a button opens them as a sheet of words, a popover that needs no JavaScript. They are sent
 * once, and table.css decides.
 */
export function RowActions({ id, label, children }: RowActionsProps) {
  const panel = `actions-${id}`;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        className="row-menu button button-ghost button-icon-sm"
        {...opens(panel)}
      >
        <Icon name="ellipsis" />
      </button>
      <div id={panel} role="group" aria-label={label} className="row-actions" {...popover}>
        {children}
      </div>
    </>
  );
}

// React 18 passes these attributes on but does not know their names.
const popover = { popover: "auto" };
const opens = (panel: string) => ({ popovertarget: panel });

/** Closes the sheet of a list that a click has chosen from. */
export function closeRowActions(target: Element) {
  const panel = target.closest<HTMLElement>(".row-actions");
  if (panel?.matches(":popover-open") && target.closest(".row-action")) panel.hidePopover();
}

type Look = {
  icon: IconName;
  /** The word of the action: "Edit". */
  text: string;
  /** The record, for screen readers. */
  of: string;
  danger?: boolean;
};

const look = (danger?: boolean) => (danger ? "row-action danger" : "row-action");

const contents = ({ icon, text }: Look) => (
  <>
    <Icon name={icon} />
    <span>{text}</span>
  </>
);

export type RowActionLinkProps = Look & Omit<ListLinkProps, "children" | "className">;

/** An action that opens a page or a dialog. */
export function RowActionLink({ icon, text, of, danger, ...props }: RowActionLinkProps) {
  return (
    <ListLink {...props} aria-label={`${text}: ${of}`} className={look(danger)}>
      {contents({ icon, text, of })}
    </ListLink>
  );
}

export type RowActionAnchorProps = Look & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "className">;

/** An action that leads out of the app, or downloads. */
export function RowActionAnchor({ icon, text, of, danger, ...props }: RowActionAnchorProps) {
  return (
    <a {...props} aria-label={`${text}: ${of}`} className={look(danger)}>
      {contents({ icon, text, of })}
    </a>
  );
}

export type RowActionButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className">;

/** An action that sends a form, around it or named by `form`; once, if it is clicked twice. */
export function RowActionButton({ icon, text, of, danger, ...props }: RowActionButtonProps) {
  const sendOnce = (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault();
  };
  return (
    <button type="submit" onClick={sendOnce} {...props} aria-label={`${text}: ${of}`} className={look(danger)}>
      {contents({ icon, text, of })}
    </button>
  );
}
