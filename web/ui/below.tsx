/** Content below the first screen, or beside the main content: hydrated last. */
import { type ReactNode, Suspense } from "react";

export function Below({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
