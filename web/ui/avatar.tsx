/** A face for a name: a pattern made of it, always the same. */
import { faceOf } from "#contract/avatar.ts";
import { cx } from "./cx.ts";

export function Avatar({ name, size = 36, className }: { name: string; size?: number; className?: string }) {
  const { ground, ink, path } = faceOf(name);
  return (
    <svg
      viewBox="0 0 7 7"
      width={size}
      height={size}
      className={cx("shrink-0 rounded-full", className)}
      aria-hidden="true"
    >
      <path fill={ground} d="M0 0h7v7H0z" />
      <path fill={ink} d={path} />
    </svg>
  );
}
