/** Says to the server which notices this page has: each once, those of a moment together. */
import { useEffect, useRef } from "react";
import type { Notification } from "#contract/reach/notifications.ts";
import { usePage } from "#sdk/page-kit.ts";

const TOGETHER_MS = 1000;
/** In one call. */
const MOST = 50;

/** `items` are those of the list; the returned function adds one from the live channel. Read ones count as received. */
export function useReceived(items: readonly Notification[] | null): (one: Notification) => void {
  const page = usePage();
  const said = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = async () => {
    timer.current = undefined;
    const ids = waiting.current.splice(0, MOST);
    if (waiting.current.length > 0) timer.current = setTimeout(() => void say(), TOGETHER_MS);
    try {
      const { receiveNotifications } = await import("#contract/reach/notifications.ts");
      await page.call(receiveNotifications, { body: { ids } });
    } catch {
      // The next list that has them says it again.
      for (const id of ids) said.current.delete(id);
    }
  };
  const take = ({ id, readAt }: Notification) => {
    if (readAt !== null || said.current.has(id)) return;
    said.current.add(id);
    waiting.current.push(id);
    timer.current ??= setTimeout(() => void say(), TOGETHER_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: reporting an item twice has no effect.
  useEffect(() => {
    for (const one of items ?? []) take(one);
  }, [items]);
  return take;
}
