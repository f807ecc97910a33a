import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { importIntents } from "./intents";
import type { LoadedImport } from "./load.server";

/** Undoes an import that has ended, and says beforehand what will stay. */
export function UndoCard({ run, counts }: LoadedImport) {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  if (run.status === "undone" || counts.created === 0) return null;
  return (
    <Card title={t("undo.title")} description={t(`undo.text.${run.kind}`)}>
      <Form method="post" className="max-md:grid">
        <SubmitButton variant="danger" {...intent(importIntents, "undo")}>
          {t(`undo.submit.${run.kind}`, { count: counts.created, number: number(counts.created) })}
        </SubmitButton>
      </Form>
    </Card>
  );
}
