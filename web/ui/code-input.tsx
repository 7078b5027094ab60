/** A code of six digits: one field, so that it can be pasted, typed and filled in by the device. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { CONTROL } from "./input.tsx";

export const CODE_LENGTH = 6;

export function CodeInput({
  value,
  onCode,
  onFull,
  className,
  ...rest
}: { value: string; onCode: (digits: string) => void; onFull: (digits: string) => void } & ComponentProps<"input">) {
  return (
    <input
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      value={value}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, "").slice(0, CODE_LENGTH);
        onCode(digits);
        if (digits.length === CODE_LENGTH && digits !== value) onFull(digits);
      }}
      className={cx(CONTROL, "min-h-14 text-center font-mono text-2xl tracking-[0.4em] tabular-nums", className)}
    />
  );
}
