import { Input } from "~/components/ui/input";
import { commonCurrencies, DEFAULT_CURRENCY } from "~/domain/shared/currency";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

/** A currency: any text; the usual codes are suggested, and common symbols and names are read as theirs. */
export function CurrencyField({ field, label, help, optional, required, className }: FieldBaseProps) {
  return (
    <FieldFrame {...{ field, label, help, optional, className }}>
      <Input
        key={field.key}
        {...controlProps(field, help, required)}
        list={`${field.id}-suggestions`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        // What is meant when nothing is entered.
        placeholder={DEFAULT_CURRENCY}
        defaultValue={field.initialValue as string | undefined}
      />
      <datalist id={`${field.id}-suggestions`}>
        {commonCurrencies.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </FieldFrame>
  );
}
