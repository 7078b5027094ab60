/** How many trades of mine are open: from the page at first, counted again when the live channel tells of a trade. */
import { useState } from "react";
import type { SessionUser } from "#contract/page.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { useLive } from "#sdk/use-live.ts";

export function useActiveTrades(session: SessionUser | null): number {
  const page = usePage();
  const [count, setCount] = useState(session?.activeTrades ?? 0);
  const read = useAction(
    async () => {
      const { listActiveTrades } = await import("#contract/trades.ts");
      const { data } = await page.call(listActiveTrades, {});
      setCount(data.length);
    },
    { quiet: true },
  );
  useLive(session ? "user" : null, ({ type }) => {
    if (type.startsWith("trade.")) void read.run();
  });
  return count;
}
