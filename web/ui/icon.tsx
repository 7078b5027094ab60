/** A line icon of 16 by 16; its shape is one of icons/. Decoration unless it has a label. */
import { cx } from "./cx.ts";

export function Icon({
  shape,
  size = 16,
  label,
  className,
}: {
  shape: string;
  size?: number;
  label?: string;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx("shrink-0", className)}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={shape} />
    </svg>
  );
}
