/** The button of a long list: looks like the other controls and shows the current choice. */
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../../cx.ts";
import { chevronDown } from "../../icons/shapes.ts";
import { Icon } from "../../icon.tsx";
import { CONTROL } from "../input.tsx";

export function PickerButton({ children, className, ...rest }: { children: ReactNode } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      // Named by its label and by what is chosen.
      aria-labelledby={rest.id ? `${rest.id}-label ${rest.id}` : undefined}
      {...rest}
      className={cx(CONTROL, "flex items-center gap-2 text-start hover:bg-sunken", className)}
    >
      <span className="flex min-w-0 grow items-center gap-2 truncate">{children}</span>
      <Icon shape={chevronDown} className="text-muted" />
    </button>
  );
}
