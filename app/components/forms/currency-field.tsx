import { Input } from "~/components/ui/input";
import { commonCurrencies, DEFAULT_CURRENCY } from "~/domain/shared/currency";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

/** A currency field: any text. Usual codes are suggested, and common symbols and names are recognized. */
export function CurrencyField(props: FieldBaseProps) {
  const { field } = props;
  return (
    <FieldFrame {...props}>
      <Input
        key={field.key}
        {...controlProps(props)}
        list={`${field.id}-suggestions`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        // The default currency, used if the field is empty.
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
