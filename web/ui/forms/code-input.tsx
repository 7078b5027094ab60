/** A code of six digits: one field, so that it can be pasted, typed and filled in by the device. It never cuts a code. */
import type { ComponentProps } from "react";
import { oneTimeCode } from "#contract/platform/typed-numbers.ts";
import { cx } from "../cx.ts";
import { CONTROL } from "./input.tsx";

export const CODE_LENGTH = 6;
const FULL = new RegExp(`^[0-9]{${CODE_LENGTH}}$`);

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
      pattern={`[0-9]{${CODE_LENGTH}}`}
      dir="ltr"
      value={value}
      onChange={(event) => {
        const code = oneTimeCode(event.target.value, CODE_LENGTH);
        onCode(code);
        if (FULL.test(code) && code !== value) onFull(code);
      }}
      className={cx(CONTROL, "min-h-14 text-center font-mono text-2xl tracking-[0.4em] tabular-nums", className)}
    />
  );
}
