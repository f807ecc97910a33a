import { Form, useLocation } from "@remix-run/react";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { UndoableRows } from "~/domain/audit/undoable-rows.server";
import { undoFields, undoPaths } from "./undo-actions";

const UndoableContext = createContext<UndoableRows>({});

/** Provides the rows that the user has just changed, until the time to undo is over. */
export function UndoableProvider({ rows, children }: { rows: UndoableRows; children: ReactNode }) {
  const [shown, setShown] = useState({ of: rows, rows });
  if (shown.of !== rows) setShown({ of: rows, rows });
  useEffect(() => {
    const left = Object.values(shown.rows).map(({ until }) => until - Date.now());
    if (left.length === 0) return;
    const timer = setTimeout(
      () => {
        const open = Object.entries(shown.rows).filter(([, { until }]) => until > Date.now());
        setShown({ of: rows, rows: Object.fromEntries(open) });
      },
      Math.max(0, Math.min(...left)) + 1,
    );
    return () => clearTimeout(timer);
  }, [shown, rows]);
  return <UndoableContext.Provider value={shown.rows}>{children}</UndoableContext.Provider>;
}

/** Undoes the last change of a row, even after the toast has gone. An icon, and nothing in other rows. */
export function RowUndo({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const undo = useContext(UndoableContext)[id];
  if (!undo) return null;
  const label = undo.rows > 1 ? t("undo_all", { count: undo.rows }) : t("undo");
  return (
    <Form method="post" action={undoPaths[undo.of]} preventScrollReset data-print="hide">
      <HiddenFields values={Object.entries(undoFields(undo, pathname + search))} />
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        title={label}
        aria-label={`${label}: ${name}`}
        className="w-11 px-0 md:w-10"
      >
        <Icon name="rotate-ccw" />
        <span className="sr-only">{label}</span>
      </Button>
    </Form>
  );
}
