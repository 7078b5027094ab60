/** A raised sheet of the page. */
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={cx("rounded-xl border border-line bg-raised shadow-card", className)} />;
}
