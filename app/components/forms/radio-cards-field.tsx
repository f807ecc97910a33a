import { cn } from "~/components/ui/cn";
import { controlProps, FieldLabelText, FieldNotes } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type RadioCard = { value: string; label: string; description?: string };

export type RadioCardsFieldProps = FieldBaseProps & { options: readonly RadioCard[] };

/** Two or three choices side by side, each with an explanation. */
export const RadioCardsField = (props: RadioCardsFieldProps) => <ChoiceCards {...props} type="radio" />;

/** Choices of which several can be made; the field has the values of all that are. */
export const CheckCardsField = (props: RadioCardsFieldProps) => <ChoiceCards {...props} type="checkbox" />;

function ChoiceCards(props: RadioCardsFieldProps & { type: "radio" | "checkbox" }) {
  const { field, label, help, optional, className, options, type } = props;
  const { id, required, ...control } = controlProps(props);
  const chosen: readonly unknown[] = [field.initialValue].flat();
  return (
    <fieldset className={cn("min-w-0 space-y-1.5", className)} aria-describedby={control["aria-describedby"]}>
      <legend className="mb-1.5 font-medium">
        <FieldLabelText label={label} optional={optional} />
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-2">
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cn(
              "flex min-h-11 cursor-pointer gap-3 rounded-md border border-control p-3 transition-colors duration-150",
              "hover:border-muted has-checked:border-accent has-checked:bg-accent-soft has-checked:inset-ring has-checked:inset-ring-accent",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            )}
          >
            <input
              key={field.key}
              type={type}
              {...control}
              // A required check box would be one that must be checked itself.
              required={type === "radio" && required}
              // The first one has the field's id, so that the error summary links to it.
              id={index === 0 ? id : `${id}-${option.value}`}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              className={cn("mt-0.5 size-4 shrink-0 outline-none", type === "checkbox" && "accent-accent")}
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.description && <span className="block text-xs text-muted">{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes field={field} help={help} />
    </fieldset>
  );
}
