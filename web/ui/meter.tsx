/** How much of something is used or done, as a bar. The words beside it say the same. */
import { cx } from "./cx.ts";

type Props = {
  readonly value: number;
  readonly max: number;
  readonly label: string;
  readonly className?: string;
};

/** Nearly full is a warning, full is bad, unless being full is the aim. */
export function Meter({ value, max, label, className, isAim = false }: Props & { readonly isAim?: boolean }) {
  const share = max > 0 ? value / max : 0;
  const tone =
    isAim || share < 0.8
      ? "[&::-moz-progress-bar]:bg-brand [&::-webkit-progress-value]:bg-brand"
      : share < 1
        ? "[&::-moz-progress-bar]:bg-warn [&::-webkit-progress-value]:bg-warn"
        : "[&::-moz-progress-bar]:bg-bad [&::-webkit-progress-value]:bg-bad";
  return (
    <progress
      className={cx(
        "h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-webkit-progress-bar]:bg-sunken",
        tone,
        className,
      )}
      value={Math.min(value, max)}
      max={max}
      aria-label={label}
    />
  );
}
