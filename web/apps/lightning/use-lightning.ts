/** Invoices and payments, asked for again while the page is open, and at once when the wallet moves. */
import { useCallback } from "react";
import type { Lightning } from "#contract/products/lightning/lightning.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";

const KEY = ["lightning"] as const;
const LOOK_AGAIN_MS = 4000;

export function useLightning(first: Lightning) {
  const page = usePage();
  const seen = usePageQuery<Lightning>({
    queryKey: KEY,
    initialData: first,
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => {
      const { getLightning } = await import("#contract/products/lightning/lightning.ts");
      return (await page.call(getLightning, {})).data;
    },
  });
  const { refetch } = seen;
  const look = useCallback(() => void refetch(), [refetch]);
  useLive("user", ({ type }) => {
    if (type === "wallet.changed") look();
  });
  return { lightning: seen.data ?? first, look };
}
