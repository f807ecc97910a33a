import type { FieldMetadata, FormMetadata } from "@conform-to/react";

/** Any field or form of conform: the components only need names, values and errors. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyField = FieldMetadata<any, any, string[]>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyForm = FormMetadata<any, string[]>;

export type FieldBaseProps = {
  field: AnyField;
  label: string;
  /** Help below the control: what to enter and why. */
  help?: string;
  /** Overrides the schema, for fields that only some inputs require. */
  required?: boolean | undefined;
  /** Shows "optional" beside the label. */
  optional?: boolean;
  className?: string;
};
