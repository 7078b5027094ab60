/** A text as a QR code, drawn as one path; always dark on white, because cameras want that. */
import { encode } from "uqr";

export type QrProps = { text: string; label: string; size: number };

export function QrCode({ text, label, size }: QrProps) {
  const { data, size: modules } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="rounded-lg"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#0b1512" />
    </svg>
  );
}
