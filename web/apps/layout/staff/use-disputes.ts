/** The queue as it is now: asked again while somebody looks at it, and when he comes back to it. */
import { useEffect, useEffectEvent, useState } from "react";
import type { DisputeRow } from "#contract/disputes.ts";
import type { StaffDisputesProps } from "#contract/page-props.ts";
import { usePage } from "#sdk/page-kit.ts";

const ASK_AGAIN_MS = 20_000;

export function useDisputes(first: StaffDisputesProps): { rows: readonly DisputeRow[]; refresh: () => void } {
  const page = usePage();
  const [rows, setRows] = useState<readonly DisputeRow[]>(first.rows);
  const ask = async () => {
    const { listDisputes } = await import("#contract/disputes.ts");
    const { data } = await page.call(listDisputes, { query: { state: first.state } });
    const known = new Set(rows.map(({ tradeHash }) => tradeHash));
    const count = data.filter(({ tradeHash }) => !known.has(tradeHash)).length;
    setRows(data);
    if (first.state !== "open" || count === 0) return;
    page.toast("info", page.t("dashboard.disputes.new", { count }));
    page.alertTab(page.t("dashboard.disputes.tab_alert"));
  };
  // A cut line is no news: the next look brings what there is.
  const refresh = () => void ask().catch(() => undefined);
  const lookIfSeen = useEffectEvent(() => {
    if (document.visibilityState === "visible") refresh();
  });
  useEffect(() => {
    const look = () => lookIfSeen();
    const timer = setInterval(look, ASK_AGAIN_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return { rows, refresh };
}
