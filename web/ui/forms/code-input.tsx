/** A code of six digits: one field, so that it can be pasted, typed and filled in by the device. It never cuts a code. */
import { type ComponentProps, useEffect, useRef } from "react";
import { oneTimeCode } from "#contract/platform/typed-numbers.ts";
import { cx } from "../cx.ts";
import { CONTROL } from "./input.tsx";

export const CODE_LENGTH = 6;
const FULL = new RegExp(`^[0-9]{${CODE_LENGTH}}$`);

type Props = ComponentProps<"input"> & {
  value: string;
  onCode: (digits: string) => void;
  onFull: (digits: string) => void;
  /** What the page is for: it is focused, where the reader is nowhere yet. */
  isFirst?: boolean;
};

export function CodeInput({ value, onCode, onFull, isFirst = false, className, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst && document.activeElement === document.body) input.current?.focus();
  }, [isFirst]);
  return (
    <input
      {...rest}
      ref={input}
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
