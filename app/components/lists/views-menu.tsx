import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useAuth } from "~/browser/use-auth";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Input } from "~/components/ui/input";
import { Menu, MenuLink, MenuSeparator, MenuText } from "~/components/ui/menu";
import { boxClass } from "~/components/selection/selection-line";
import { useAddress } from "~/components/ui/use-address";
import { tablesOf, USUAL_COLUMNS, type ListName } from "~/domain/shared/lists";
import type { SavedView } from "~/domain/views/saved-view";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import { isChanged, listAddress, SAVED } from "~/paths/view-path";
import { useViews } from "./use-views";
import { viewIntents } from "./view-intents";

/** Opens, saves, changes and deletes the saved views of a list (WORK-12), also without JavaScript. */
export function ViewsMenu({ list }: { list: ListName }) {
  const { t } = useTranslation("views");
  const { search } = useAddress();
  const { role } = useAuth();
  const all = useViews();
  const views = all.filter((view) => view.list === list);
  const id = new URLSearchParams(search).get(SAVED);
  const current = views.find((view) => view.id === id);
  const mayChange = current && (current.own || role === "owner");
  const query = useViewQuery(list);
  const changed = current && isChanged(current, search);
  return (
    <Menu
      align="start"
      label={current ? undefined : t("label")}
      size={current ? "sm" : "icon"}
      trigger={
        <>
          <Icon name="bookmark" />
          {current && (
            <span className="max-w-40 truncate">
              {current.name}
              {changed && <span className="font-normal text-muted"> · {t("changed")}</span>}
            </span>
          )}
        </>
      }
    >
      {views.length === 0 && <MenuText>{t("none")}</MenuText>}
      {current && (
        <MenuLink to={listAddress(list, views)} preventScrollReset>
          <Icon name="list" />
          {t("leave")}
        </MenuLink>
      )}
      {views.map((view) => (
        <MenuLink
          key={view.id}
          to={paths.view(view.id)}
          prefetch="none"
          aria-current={view === current ? "true" : undefined}
          className="aria-[current]:font-semibold"
        >
          <Icon name={view.shared ? "users" : "lock"} />
          <span className="min-w-0 flex-1 truncate">{view.name}</span>
          <span className="sr-only">, {t(view.shared ? "shared" : "own")}</span>
          {view.isDefault && <span className="text-xs text-muted">{t("default.mark")}</span>}
          {view === current && <Icon name="check" />}
        </MenuLink>
      ))}
      {current && (
        <ViewForm does="default" values={{ view: current.id, is_default: current.isDefault ? "off" : "on" }}>
          <Button type="submit" variant="secondary" className="w-full">
            {t(current.isDefault ? "default.off" : "default.on")}
          </Button>
        </ViewForm>
      )}
      <MenuSeparator />
      {mayChange && changed && (
        <ViewForm does="update" values={{ view: current.id, list, query }}>
          <Button type="submit" variant="secondary" className="w-full">
            {t("update")}
          </Button>
        </ViewForm>
      )}
      {mayChange && (
        <details className="px-1">
          <summary className="menu-entry">{t("edit")}</summary>
          <ViewForm does="edit" values={{ view: current.id }}>
            <NameAndReach view={current} />
            <Button type="submit" size="sm">
              {t("edit_submit")}
            </Button>
          </ViewForm>
          <DeleteView view={current} />
        </details>
      )}
      <details className="px-1" open={!current}>
        <summary className="menu-entry">{t("save")}</summary>
        <ViewForm does="save" values={{ list, query }}>
          <NameAndReach />
          <Button type="submit" size="sm">
            {t("save_submit")}
          </Button>
        </ViewForm>
      </details>
    </Menu>
  );
}

/** Deletes a view. One that others use asks first; both can be undone. */
function DeleteView({ view: { id, shared } }: { view: SavedView }) {
  const { t } = useTranslation("views");
  const form = (
    <ViewForm does="delete" values={{ view: id }} leaves>
      {shared && <p>{t("delete_shared")}</p>}
      <Button type="submit" size="sm" variant="danger">
        {t(shared ? "delete_for_all" : "delete")}
      </Button>
    </ViewForm>
  );
  if (!shared) return form;
  return (
    <details>
      <summary className="menu-entry menu-entry-danger">{t("delete")}</summary>
      {form}
    </details>
  );
}

/** Returns the query to be stored, with the columns that the person sees. */
function useViewQuery(list: ListName): string {
  const { search } = useAddress();
  const { appearance } = useAuth();
  const own = tablesOf(list).flatMap((table) => appearance?.columns[table] ?? []);
  const columns = new URLSearchParams(search).get("columns") ?? (own.length > 0 ? own.join(",") : USUAL_COLUMNS);
  return addressWith("", search, { columns }).slice(1);
}

type ViewFormProps = {
  does: keyof typeof viewIntents;
  values: Record<string, string>;
  /** Whether the page afterwards is the list without the view. */
  leaves?: boolean;
  children: ReactNode;
};

function ViewForm({ does, values, leaves, children }: ViewFormProps) {
  const { pathname, search } = useAddress();
  const back = leaves ? addressWith(pathname, search, { [SAVED]: null, columns: null }) : pathname + search;
  return (
    <Form method="post" action={paths.views()} preventScrollReset replace className="space-y-2 p-2 text-sm">
      <input type="hidden" {...intent(viewIntents, does)} />
      <input type="hidden" name="redirect_to" value={back} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}

/** The name of a view, and whether others see it. */
function NameAndReach({ view }: { view?: SavedView }) {
  const { t } = useTranslation("views");
  return (
    <>
      <label className="block space-y-1">
        <span className="font-medium">{t("name")}</span>
        <Input name="view_name" required maxLength={60} defaultValue={view?.name} autoComplete="off" />
      </label>
      <label className="flex min-h-9 items-center gap-2.5">
        <input type="checkbox" name="shared" value="on" defaultChecked={view?.shared} className={boxClass} />
        {t("for_all")}
      </label>
    </>
  );
}
