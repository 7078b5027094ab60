/** Holds the place of what is coming, in its size, so that nothing jumps. */
import { cx } from "./cx.ts";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "block animate-[parley-pulse_1.6s_ease-in-out_infinite] rounded-md bg-sunken",
        className ?? "h-4 w-full",
      )}
    />
  );
}
