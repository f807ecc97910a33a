import { Form } from "@remix-run/react";
import { useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AuthContext } from "~/browser/use-auth";
import { isShown, parseColumns, type TableName } from "~/domain/shared/lists";
import { paths } from "~/paths/paths";
import { Button } from "./button";
import { Icon } from "./icon";
import { Menu } from "./menu";
import { boxClass } from "~/components/selection/selection-line";
import type { TableColumn } from "./table-column";
import { useAddress } from "./use-address";

type Column = Pick<TableColumn<never>, "id" | "header" | "primary" | "isChoice" | "isExtra" | "tuckUnder">;

const isFixed = ({ primary, isChoice }: Column) => Boolean(primary || isChoice);

/**
 * Returns the columns that the person sees: those of a saved view, which are in the URL, or their own choice. The
 * primary column and the order are fixed.
 */
export function useShownColumns<C extends Column>(table: TableName | undefined, columns: readonly C[]): readonly C[] {
  const { search } = useAddress();
  // Public pages have tables too.
  const appearance = useContext(AuthContext)?.appearance;
  const text = new URLSearchParams(search).get("columns") ?? (table && appearance?.columns[table]);
  return useMemo(() => {
    const choice = table ? parseColumns(text) : new Set<string>();
    const shown = columns.filter((one) => isFixed(one) || isShown(choice, one.id, !one.isExtra));
    // A column stands alone when the one above it is hidden.
    return shown.map((one) =>
      one.tuckUnder && !shown.some(({ id }) => id === one.tuckUnder) ? { ...one, tuckUnder: undefined } : one,
    );
  }, [table, text, columns]);
}

type ColumnChooserProps = { table: TableName; columns: readonly Column[]; shown: readonly Column[] };

/** Chooses the columns of a table, in its head. It is a form, so it works without JavaScript. */
export function ColumnChooser({ table, columns, shown }: ColumnChooserProps) {
  const { t } = useTranslation("views");
  const { pathname, search } = useAddress();
  const choosable = columns.filter((one) => !isFixed(one));
  return (
    <Menu trigger={<Icon name="settings-2" />} label={t("columns.label")} size="icon-sm" className="cards:hidden">
      <Form
        // The boxes show the choice again after it was changed elsewhere.
        key={shown.map(({ id }) => id).join()}
        method="post"
        action={paths.appearance()}
        preventScrollReset
        replace
        className="space-y-2 p-2 text-sm"
      >
        <input type="hidden" name="redirect_to" value={pathname + search} />
        <input type="hidden" name="table" value={table} />
        <fieldset>
          <legend className="px-1 pb-1 font-medium">{t("columns.title")}</legend>
          {choosable.map(({ id, header, isExtra }) => (
            <label
              key={id}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-1 hover:bg-sunken"
            >
              <input type="hidden" name="column" value={isExtra ? `-${id}` : id} />
              <input
                type="checkbox"
                name="shown"
                value={id}
                defaultChecked={shown.some((one) => one.id === id)}
                className={boxClass}
              />
              {header}
            </label>
          ))}
        </fieldset>
        <div className="flex gap-2">
          <Button type="submit" size="sm">
            {t("columns.submit")}
          </Button>
          <Button type="submit" size="sm" variant="ghost" name="usual" value="on">
            {t("columns.usual")}
          </Button>
        </div>
      </Form>
    </Menu>
  );
}
