/** What stands below the first picture, or beside what people came for: the browser takes it over when the rest is done. */
import { type ReactNode, Suspense } from "react";

export function Below({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
