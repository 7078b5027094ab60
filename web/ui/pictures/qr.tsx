/** A text as a QR code. What draws it comes with the first one that is shown; until then its place is kept, also in a page from the server. */
import { lazy, Suspense, useEffect, useState } from "react";
import type { QrProps } from "./qr-code.tsx";

const QrCode = lazy(() => import("./qr-code.tsx").then((module) => ({ default: module.QrCode })));

export function Qr({ size = 208, ...props }: Omit<QrProps, "size"> & { size?: number }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const place = <svg width={size} height={size} aria-hidden="true" />;
  return isMounted ? (
    <Suspense fallback={place}>
      <QrCode {...props} size={size} />
    </Suspense>
  ) : (
    place
  );
}
