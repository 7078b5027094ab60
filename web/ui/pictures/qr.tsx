/** A text as a QR code. What draws it comes with the first one that is shown; until then its place is kept. */
import { lazy, Suspense } from "react";
import type { QrProps } from "./qr-code.tsx";

const QrCode = lazy(() => import("./qr-code.tsx").then((module) => ({ default: module.QrCode })));

export function Qr({ size = 208, ...props }: Omit<QrProps, "size"> & { size?: number }) {
  return (
    <Suspense fallback={<svg width={size} height={size} aria-hidden="true" />}>
      <QrCode {...props} size={size} />
    </Suspense>
  );
}
