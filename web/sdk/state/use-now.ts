/** The server's clock for a component: the page's own moment at first, so that the first drawing agrees, then ticking. */
import { useEffect, useState } from "react";
import { usePage } from "../page-kit.ts";

export function useNow(everyMs: number): number {
  const page = usePage();
  const [nowMs, setNowMs] = useState(page.madeAtMs);
  useEffect(() => {
    setNowMs(page.nowMs());
    const timer = setInterval(() => setNowMs(page.nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [page, everyMs]);
  return nowMs;
}
