/** Text, number and choice controls, all of one height and edge. */
import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { chevronDown } from "../icons/shapes.ts";
import { Icon } from "../icon.tsx";

export const CONTROL =
  "min-h-11 w-full min-w-0 rounded-lg border border-edge bg-raised px-3 py-2 text-base text-ink placeholder:text-muted disabled:bg-sunken disabled:opacity-70 aria-invalid:border-bad aria-invalid:border-2";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={cx(CONTROL, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea dir="auto" {...rest} className={cx(CONTROL, "min-h-28 leading-normal", className)} />;
}

/** The browser's own list: the best there is on a phone. For long lists with search there is Combobox. */
export function Select({ className, dir, children, ...rest }: ComponentProps<"select">) {
  return (
    // The arrow stands at the end of the list's own direction, where its text leaves room.
    <span dir={dir} className={cx("relative block", className)}>
      <select {...rest} className={cx(CONTROL, "appearance-none pe-9 text-ellipsis")}>
        {children}
      </select>
      <Icon shape={chevronDown} className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted" />
    </span>
  );
}
