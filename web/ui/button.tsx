/** The buttons: one strong choice a screen (primary), the rest quieter; `buy` and `sell` are for rows of offers. At least 44 px tall where fingers are used. */
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger" | "buy" | "sell";
export type ButtonSize = "md" | "lg" | "sm";

const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-brand text-on-brand hover:bg-brand-hover",
  secondary: "bg-raised text-ink border border-edge hover:bg-sunken",
  quiet: "text-brand hover:bg-brand-soft",
  danger: "bg-bad text-on-bad hover:opacity-90",
  buy: "bg-buy-soft text-buy border border-buy hover:bg-buy hover:text-on-brand",
  sell: "bg-sell-soft text-sell border border-sell hover:bg-sell hover:text-on-brand",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3 text-sm max-md:min-h-11",
  md: "min-h-11 px-4 text-sm",
  lg: "min-h-13 px-6 text-base",
};

export function buttonClass({
  look = "primary",
  size = "md",
  wide = false,
}: {
  look?: ButtonLook;
  size?: ButtonSize;
  wide?: boolean;
}) {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-lg py-2 font-semibold text-center leading-tight transition-colors select-none",
    "disabled:opacity-55 aria-busy:opacity-70",
    LOOKS[look],
    SIZES[size],
    wide && "w-full",
  );
}

export function Button({
  look,
  size,
  wide,
  isBusy = false,
  className,
  children,
  ...rest
}: {
  look?: ButtonLook;
  size?: ButtonSize;
  wide?: boolean;
  /** Shows that the action runs. A second press is passed on: the action decides what to do. */
  isBusy?: boolean;
  children: ReactNode;
} & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={cx(buttonClass({ look, size, wide }), className)}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

export function LinkButton({
  look,
  size,
  wide,
  className,
  ...rest
}: { look?: ButtonLook; size?: ButtonSize; wide?: boolean } & ComponentProps<"a">) {
  return <a {...rest} className={cx(buttonClass({ look, size, wide }), className)} />;
}

/** A square button with an icon only; its label is what a screen reader says. */
export function IconButton({
  label,
  tone = "muted",
  className,
  children,
  ...rest
}: { label: string; tone?: "muted" | "bad" | "current" } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        "inline-grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sunken",
        tone === "muted" && "text-muted hover:text-ink",
        tone === "bad" && "text-bad",
        className,
      )}
    >
      {children}
    </button>
  );
}
