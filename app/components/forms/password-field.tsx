import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Input } from "~/components/ui/input";
import { useHydrated } from "~/browser/use-hydrated";
import { controlProps, FieldFrame } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

export type PasswordFieldProps = FieldBaseProps & {
  autoComplete: "current-password" | "new-password";
  autoFocus?: boolean;
};

/** A password that can be revealed with JavaScript. The entered value is never sent back. */
export function PasswordField(props: PasswordFieldProps) {
  const { field, autoComplete, autoFocus } = props;
  const { t } = useTranslation("common");
  const ready = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...props}>
      <span className="relative grid items-center">
        <Input
          key={field.key}
          type={shown ? "text" : "password"}
          {...controlProps(props)}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          spellCheck={false}
          autoCapitalize="none"
          className="pr-12"
        />
        {ready && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t(shown ? "hide_password" : "show_password")}
            aria-controls={field.id}
            onClick={() => setShown(!shown)}
            className="absolute right-0"
          >
            {shown ? <Icon name="eye-off" /> : <Icon name="eye" />}
          </Button>
        )}
      </span>
    </FieldFrame>
  );
}
