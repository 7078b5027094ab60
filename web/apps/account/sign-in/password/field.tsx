/** A password that can be looked at while it is typed. */
import { type ComponentProps, type ReactNode, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { IconButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { eye, eyeOff } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/forms/input.tsx";

export function PasswordField({
  label,
  error,
  hint,
  ...rest
}: { label?: string; error?: string | undefined; hint?: ReactNode } & ComponentProps<"input">) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label ?? t("auth.password")} error={error} hint={hint}>
      {(ids) => (
        <span className="relative block">
          <Input {...ids} {...rest} type={isShown ? "text" : "password"} className="pe-12" />
          <IconButton
            label={t(isShown ? "auth.hide_password" : "auth.show_password")}
            onClick={() => setShown(!isShown)}
            className="absolute end-0 top-0"
          >
            <Icon shape={isShown ? eyeOff : eye} size={18} />
          </IconButton>
        </span>
      )}
    </Field>
  );
}
