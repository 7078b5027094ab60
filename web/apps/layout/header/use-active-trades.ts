/** How many trades of mine are open, counted again whenever the live channel tells of a trade. */
import { usePage } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { useLive } from "#sdk/use-live.ts";

export function useActiveTrades(tell: (count: number) => void): void {
  const page = usePage();
  const read = useAction(
    async () => {
      const { listActiveTrades } = await import("#contract/trades.ts");
      const { data } = await page.call(listActiveTrades, {});
      tell(data.length);
    },
    { quiet: true },
  );
  useLive("user", ({ type }) => {
    if (type.startsWith("trade.")) void read.run();
  });
}
