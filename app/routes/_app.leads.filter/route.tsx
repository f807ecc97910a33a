import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { FormActions } from "~/components/forms/form-actions";
import { Button, ButtonLink } from "~/components/ui/button";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { leadsPath, leadsPathWith, leadViewOf } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { FilterControl } from "./filter-control";
import "~/components/fields/field-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { tab } = leadViewOf({ pathname: paths.leads(), search: new URL(request.url).search });
  const entity = tab === "deals" ? "deal" : "lead";
  const fields = await staffScope({ request, context }, (scope) => readOwnFields(scope, entity));
  return { title: t("fields:filter.title"), entity, fields };
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Filters of the leads screen by own fields: the other filters of the address stay (WORK-16). */
export default function FilterLeads() {
  const { title, entity, fields } = useLoaderData<typeof loader>();
  const { t } = useTranslation("fields");
  const location = useAddress();
  const closeTo = leadsPath(location);
  const params = new URLSearchParams(closeTo.split("?")[1]);
  const others = [...params].filter(([name]) => !name.startsWith("own_") && name !== "cursor");
  const entered = [...params.keys()].filter((name) => name.startsWith("own_"));
  const without = leadsPathWith(location, Object.fromEntries(entered.map((name) => [name, null])));
  return (
    <RouteDialog title={title} description={fields.length === 0 ? t(`empty.${entity}`) : undefined} closeTo={closeTo}>
      <Form method="get" action={paths.leads()} className="grid gap-4">
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {fields.map((field) => (
          <FilterControl key={field.key} field={field} params={params} />
        ))}
        <FormActions>
          <DialogCancel to={closeTo} />
          {entered.length > 0 && (
            <ButtonLink variant="secondary" to={without}>
              {t("filter.clear")}
            </ButtonLink>
          )}
          {fields.length > 0 && <Button type="submit">{t("filter.submit")}</Button>}
        </FormActions>
      </Form>
    </RouteDialog>
  );
}
