/** Text, number and choice controls, all of one height and edge. */
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { chevronDown } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

export const CONTROL =
  "min-h-11 w-full rounded-lg border border-edge bg-raised px-3 py-2 text-base text-ink placeholder:text-muted disabled:bg-sunken disabled:opacity-70 aria-invalid:border-bad aria-invalid:border-2";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={cx(CONTROL, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={cx(CONTROL, "min-h-28 leading-normal", className)} />;
}

/** The browser's own list: the best there is on a phone. For long lists with search there is Combobox. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cx("relative block", className)}>
      <select {...rest} className={cx(CONTROL, "appearance-none pe-9 text-ellipsis")}>
        {children}
      </select>
      <Icon shape={chevronDown} className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted" />
    </span>
  );
}

const AMOUNT = /^\d*\.?\d*$/;

/** Digits with one decimal point or nothing; the currency stands at the end. Keeps text as typed: no float is made. */
export function AmountInput({
  value,
  onValue,
  unit,
  className,
  ...rest
}: { value: string; onValue: (text: string) => void; unit: ReactNode } & Omit<ComponentProps<"input">, "value">) {
  return (
    <span className={cx("relative block", className)}>
      <input
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={value}
        onChange={(event) => {
          const text = event.target.value.replace(",", ".").replace(/\s/g, "");
          if (AMOUNT.test(text) && text.length <= 24) onValue(text);
        }}
        className={cx(CONTROL, "pe-18 text-lg font-medium tabular-nums rtl:pe-3 rtl:ps-18 rtl:text-end")}
      />
      <span className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-sm font-semibold text-muted">
        {unit}
      </span>
    </span>
  );
}
