import { Form } from "@remix-run/react";
import { SubmitButton } from "~/components/forms/submit-button";
import { intent } from "~/browser/intents";
import { importIntents } from "./intents";

/** Ends the import; created records stay. */
export function CancelButton({ label }: { label: string }) {
  return (
    <Form method="post" className="max-md:grid">
      <SubmitButton variant="secondary" {...intent(importIntents, "cancel")}>
        {label}
      </SubmitButton>
    </Form>
  );
}
