/** Subscribes to a live channel while the component is mounted, and returns whether the connection is open. */
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type LiveEvent, usePage } from "../page-kit.ts";

export function useLive(channel: string | null, onEvent: (event: LiveEvent) => void): void {
  const { live } = usePage();
  const receive = useEffectEvent(onEvent);
  useEffect(() => (channel === null ? undefined : live.subscribe(channel, receive)), [channel, live]);
}

/** false while no live messages arrive: screens then read again. */
export function useIsLive(): boolean {
  const { live } = usePage();
  return useSyncExternalStore(live.onConnection, live.isConnected, () => true);
}

const ASK_MS = 60_000;

/** For what the live channel carries: how often to ask instead while it is cut; not at all while it is there. */
export function useAskingWhileCut(): number | false {
  return useIsLive() ? false : ASK_MS;
}
