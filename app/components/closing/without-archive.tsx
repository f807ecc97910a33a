import { controlProps, FieldNotes } from "~/components/forms/field-frame";
import type { FieldBaseProps } from "~/components/forms/field-meta";

/** Confirms that the organization is deleted without a recent data archive. */
export function WithoutArchive(props: Pick<FieldBaseProps, "field" | "label">) {
  const { field, label } = props;
  const { required: _required, ...control } = controlProps(props);
  return (
    <div className="space-y-1.5">
      <label className="-mx-2 flex min-h-11 items-start gap-3 rounded-md p-2 hover:bg-sunken">
        <input
          key={field.key}
          type="checkbox"
          {...control}
          value="on"
          defaultChecked={field.initialValue === "on"}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="font-medium">{label}</span>
      </label>
      <FieldNotes field={field} />
    </div>
  );
}
