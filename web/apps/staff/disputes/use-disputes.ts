/** Disputes as they are now, and a word where there are new ones. */
import { useEffect, useEffectEvent, useRef } from "react";
import type { DisputePage } from "#contract/market/disputes/disputes.ts";
import { usePage } from "#sdk/page-kit.ts";
import { useQueue } from "../console/queue/use-queue.ts";
import type { CasesProps } from "./case-filters.tsx";

const lastOpened = ({ rows }: DisputePage) => Math.max(0, ...rows.map(({ openedAt }) => Date.parse(openedAt)));

export function useDisputes({ state, filters, found: first }: CasesProps<"open">) {
  const page = usePage();
  const queue = useQueue<DisputePage>({
    name: "disputes",
    asked: { state, ...filters },
    first,
    load: async (query) => {
      const { listDisputes } = await import("#contract/market/disputes/disputes.ts");
      return (await page.call(listDisputes, { query })).data;
    },
  });
  const { found } = queue;
  const newest = useRef(lastOpened(first));
  const tellNew = useEffectEvent(() => {
    // One that was only behind the page's end before is not new.
    const count = found.rows.filter(({ openedAt }) => Date.parse(openedAt) > newest.current).length;
    newest.current = Math.max(newest.current, lastOpened(found));
    if (state !== "open" || count === 0) return;
    page.toast("info", page.t("dashboard.disputes.new", { count }));
    page.alertTab(page.t("dashboard.disputes.tab_alert"));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the rows change.
  useEffect(() => tellNew(), [found]);
  return queue;
}
