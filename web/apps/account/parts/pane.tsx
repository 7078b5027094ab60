/** A sheet in one theme and one direction, and the states on it. */
import type { ReactNode } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";

type PaneProps = { readonly theme: "light" | "dark"; readonly isSwapped: boolean; readonly children: ReactNode };

export function Pane({ theme, isSwapped, children }: PaneProps) {
  const { dir } = usePage();
  const t = useT();
  const isRightToLeft = (dir === "rtl") !== isSwapped;
  return (
    <div
      dir={isRightToLeft ? "rtl" : "ltr"}
      data-pane={theme}
      className={cx(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 rounded-xl border border-line bg-page p-4 text-ink sm:p-5",
        theme === "light" ? "scheme-light" : "scheme-dark",
      )}
    >
      <p className="text-2xs font-semibold text-muted">
        {t(`parts.${theme}`)} · {isRightToLeft ? "RTL" : "LTR"}
      </p>
      {children}
    </div>
  );
}

type StateName =
  | ("usual" | "hover" | "focus" | "disabled" | "busy" | "error" | "empty")
  | ("chosen" | "long" | "loading" | "small" | "locked");

export function State({ is, children }: { readonly is: StateName; readonly children: ReactNode }) {
  const t = useT();
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start justify-items-start gap-1.5">
      <p className="text-2xs text-muted">{t(`parts.state.${is}`)}</p>
      <div className="w-full min-w-0">{children}</div>
    </div>
  );
}

/** A part by its name in the code, with its states beside each other. */
export function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <h3 dir="ltr" className="justify-self-start font-mono text-xs font-semibold">
        {name}
      </h3>
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-4">{children}</div>
    </div>
  );
}

/** As the browser draws it for the keyboard. */
export const FOCUSED = "outline-2 outline-offset-2 outline-focus";

/** For parts that need the whole sheet. */
export function Wide({ children }: { readonly children: ReactNode }) {
  return <div className="col-span-full grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">{children}</div>;
}
