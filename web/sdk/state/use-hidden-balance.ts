/** Whether sums are hidden from people nearby: as it was left in this browser; in one where it never was, as the account has it. */
import { useEffect, useState } from "react";
import { usePage } from "../page-kit.ts";
import { useAction } from "./use-action.ts";

const STORED = "balance_hidden";

export function useHiddenBalance() {
  const page = usePage();
  const [isHidden, setHidden] = useState(page.session.get()?.isBalanceHidden ?? false);
  useEffect(() => {
    const stored = localStorage.getItem(STORED);
    if (stored !== null) setHidden(stored === "1");
  }, []);
  const keep = useAction(async (is_balance_hidden: boolean) => {
    const { saveSettings } = await import("#contract/people/accounts.ts");
    await page.call(saveSettings, { body: { is_balance_hidden } });
  });
  const toggle = () => {
    setHidden(!isHidden);
    localStorage.setItem(STORED, isHidden ? "0" : "1");
    void keep.run(!isHidden);
  };
  return { isHidden, toggle };
}
