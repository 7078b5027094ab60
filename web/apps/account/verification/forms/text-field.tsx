/** A field of text of these forms. */
import type { ComponentProps } from "react";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
} & Omit<ComponentProps<"input">, "onChange">;

export function TextField({ label, hint, fault, onText, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={fault}>
      {(ids) => <Input {...ids} {...rest} onChange={(event) => onText(event.target.value)} />}
    </Field>
  );
}
