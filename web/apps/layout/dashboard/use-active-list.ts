/** The reader's open trades: as the page brought them, read again whenever the live channel tells of a trade. */
import { useState } from "react";
import type { DashboardProps } from "#contract/page-props.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { useLive } from "#sdk/use-live.ts";

type Shown = Pick<DashboardProps, "active" | "alarmed">;

export function useActiveList(first: Shown): Shown {
  const page = usePage();
  const [shown, setShown] = useState(first);
  const read = useAction(
    async () => {
      const { listActiveTrades } = await import("#contract/trades.ts");
      const { data, meta } = await page.call(listActiveTrades, {});
      setShown({ active: data, alarmed: meta.alarmedTrades });
    },
    { quiet: true },
  );
  useLive("user", ({ type }) => {
    if (type.startsWith("trade.") || type.startsWith("chat.")) void read.run();
  });
  return shown;
}
