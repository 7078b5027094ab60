/** How many trades of mine are open: from the page at first, then as the live channel tells. */
import { useState } from "react";
import type { SessionUser } from "#contract/page.ts";
import { useLive } from "#sdk/use-live.ts";

export function useActiveTrades(session: SessionUser | null): number {
  const [count, setCount] = useState(session?.activeTrades ?? 0);
  useLive(session ? "user" : null, ({ payload }) => {
    const told = (payload as { activeTrades?: unknown }).activeTrades;
    if (typeof told === "number") setCount(told);
  });
  return count;
}
