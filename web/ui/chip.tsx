/** A choice among several that may be on together, or a link to a narrower list. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

const lookOf = (isOn: boolean) =>
  cx(
    "inline-flex min-h-9 max-w-full items-center rounded-full border px-3 text-xs font-medium max-md:min-h-11 disabled:opacity-55",
    isOn ? "border-brand bg-brand-soft text-brand" : "border-edge bg-raised text-muted hover:bg-sunken hover:text-ink",
  );

export function Chip({ isOn, className, ...rest }: { isOn: boolean } & ComponentProps<"button">) {
  return <button type="button" {...rest} aria-pressed={isOn} className={cx(lookOf(isOn), className)} />;
}

export function ChipLink({ isOn, className, ...rest }: { isOn: boolean } & ComponentProps<"a">) {
  return <a {...rest} aria-current={isOn ? "page" : undefined} className={cx(lookOf(isOn), className)} />;
}
