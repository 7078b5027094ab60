/** Percent over or under the market: digits with a point and a minus in front. */
import type { ComponentProps } from "react";
import { Input } from "#ui/input.tsx";

export function MarginInput({
  value,
  onValue,
  ...rest
}: { value: string; onValue: (text: string) => void } & Omit<ComponentProps<"input">, "value">) {
  return (
    <span className="relative block">
      <Input
        {...rest}
        dir="ltr"
        // The decimal keyboard of phones has no minus.
        inputMode="text"
        autoComplete="off"
        value={value}
        onChange={(event) => {
          const text = event.target.value.replace(",", ".").replace(/[\s+%]/g, "");
          if (/^-?\d{0,5}(\.\d{0,2})?$/.test(text)) onValue(text);
        }}
        className="pe-10 text-lg font-medium tabular-nums rtl:ps-10 rtl:pe-3 rtl:text-end"
      />
      <span className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-sm font-semibold text-muted">
        %
      </span>
    </span>
  );
}
