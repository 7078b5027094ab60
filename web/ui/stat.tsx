/** A figure with its name below it, in a `dl`. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const SIZES = { md: "text-lg", lg: "text-xl", xl: "text-2xl" } as const;

type Props = {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly size?: keyof typeof SIZES;
  /** On a sheet of its own. */
  readonly isBoxed?: boolean;
};

export function Stat({ label, value, size = "md", isBoxed = false }: Props) {
  return (
    <div className={cx("flex flex-col-reverse justify-end", isBoxed && "rounded-lg bg-sunken px-3 py-2")}>
      <dt className="text-2xs text-muted">{label}</dt>
      <dd className={cx("font-bold tabular-nums", SIZES[size])}>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
