import { Form, type FormProps } from "@remix-run/react";
import type { ReactNode } from "react";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { cn } from "~/components/ui/cn";
import { useLiveText } from "~/components/ui/live-text";
import { barPlace, ChosenCount } from "./selection-line";
import type { Selection } from "./use-selection";

type SelectionBarProps = {
  /** The form's id. The checkboxes of the rows refer to it with the `form` attribute. */
  id: string;
  action?: string;
  method: "get" | "post";
  label: string;
  selection: Pick<Selection, "clear">;
  /** How many rows are selected; empty if none are, and without JavaScript, which does not know the number. */
  chosen: string;
  /** Their sums, formatted. */
  sums?: readonly string[];
  /** The parameters of the list, so that a dialog keeps the list behind it as it is. */
  values?: Iterable<[string, string]>;
  /** Of a form with fields of its own: its other attributes, and its errors, with which it is always visible. */
  form?: Pick<FormProps, "onSubmit" | "noValidate">;
  errors?: ReactNode;
  /** Beside the number of rows. */
  beside?: ReactNode;
  /** The actions. */
  children: ReactNode;
};

/**
 * The form of actions on all selected rows. Appears with the first checkbox; without JavaScript it is always visible.
 * It is inside a `group/list` together with the checkboxes.
 */
export function SelectionBar(props: SelectionBarProps) {
  const {
    id,
    action,
    method,
    label,
    selection,
    chosen,
    sums = [],
    values = [],
    form,
    errors,
    beside,
    children,
  } = props;
  useLiveText(() => (chosen === "" ? "" : [chosen, ...sums].join(" · ")));
  return (
    <Form
      id={id}
      method={method}
      action={action}
      preventScrollReset
      data-print="hide"
      aria-label={label}
      {...form}
      className={cn(
        barPlace,
        "hidden flex-wrap items-center gap-x-3 gap-y-1 md:gap-x-4 rounded-lg border bg-surface px-3 py-2 shadow-float md:px-4",
        "group-has-[[data-chooses]:checked]/list:flex noscript:flex",
        errors && "flex",
      )}
    >
      <HiddenFields values={[...values]} />
      {errors && <div className="w-full">{errors}</div>}
      {(chosen !== "" || beside) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:contents md:mr-auto">
          {chosen !== "" && (
            <ChosenCount selection={selection}>
              <span className="font-medium">{chosen}</span>
              {sums.map((sum) => (
                <span key={sum} className="font-medium whitespace-nowrap tabular-nums max-md:text-xs">
                  {" · "}
                  {sum}
                </span>
              ))}
            </ChosenCount>
          )}
          {beside}
        </div>
      )}
      {children}
    </Form>
  );
}
