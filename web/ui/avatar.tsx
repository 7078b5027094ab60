/** A face for a name: the picture somebody gave, or a pattern made of the name, always the same. */
import { cx } from "./cx.ts";

const COLOURS = ["#0a7566", "#9a5a1e", "#3f5fa8", "#7a4a8c", "#2c7a4b", "#a23f52", "#51606b", "#7d6a12"];

export function Avatar({
  name,
  url,
  size = 36,
  className,
}: {
  name: string;
  url?: string | null;
  size?: number;
  className?: string;
}) {
  if (url) {
    return (
      <img
        src={url}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className={cx("shrink-0 rounded-full object-cover", className)}
      />
    );
  }
  const seed = hashOf(name.toLowerCase());
  const colour = COLOURS[seed % COLOURS.length];
  const cells = Array.from({ length: 15 }, (_, place) => ((seed >>> (place + 3)) & 1) === 1);
  return (
    <svg
      viewBox="0 0 9 9"
      width={size}
      height={size}
      className={cx("shrink-0 rounded-full", className)}
      aria-hidden="true"
    >
      <rect width="9" height="9" fill={colour} />
      <path fill="#fff" fillOpacity="0.88" d={cells.map((isOn, place) => (isOn ? cellPath(place) : "")).join("")} />
    </svg>
  );
}

/** Three columns of five, the first two mirrored: a face-like pattern. */
function cellPath(place: number): string {
  const column = Math.floor(place / 5);
  const y = 2 + (place % 5);
  const square = (x: number) => `M${x} ${y}h1v1h-1z`;
  return column === 2 ? square(4) : square(2 + column) + square(6 - column);
}

function hashOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
