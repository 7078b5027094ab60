/** The queue as it is now. No channel tells of it: it is asked again while somebody looks, and when they come back to it. */
import { useEffect, useEffectEvent, useRef } from "react";
import type { DisputeRow } from "#contract/disputes.ts";
import type { StaffDisputesProps } from "#contract/dispute-appeals.ts";
import { usePage } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";

const ASK_AGAIN_MS = 20_000;

export function useDisputes(first: StaffDisputesProps): { rows: readonly DisputeRow[]; refresh: () => void } {
  const page = usePage();
  const { state } = first;
  const isOfDisputes = state === "open" || state === "decided";
  const { data: rows = first.rows, refetch } = usePageQuery<readonly DisputeRow[]>({
    queryKey: ["disputes", state],
    initialData: first.rows,
    refetchInterval: isOfDisputes ? ASK_AGAIN_MS : false,
    refetchOnWindowFocus: isOfDisputes ? "always" : false,
    queryFn: async () => {
      if (!isOfDisputes) return [];
      const { listDisputes } = await import("#contract/disputes.ts");
      return (await page.call(listDisputes, { query: { state } })).data;
    },
  });
  const known = useRef(new Set(first.rows.map(({ tradeHash }) => tradeHash)));
  const tellNew = useEffectEvent(() => {
    const count = rows.filter(({ tradeHash }) => !known.current.has(tradeHash)).length;
    known.current = new Set(rows.map(({ tradeHash }) => tradeHash));
    if (state !== "open" || count === 0) return;
    page.toast("info", page.t("dashboard.disputes.new", { count }));
    page.alertTab(page.t("dashboard.disputes.tab_alert"));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the rows change.
  useEffect(() => tellNew(), [rows]);
  return { rows, refresh: () => void refetch() };
}
