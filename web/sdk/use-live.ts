/** Hears a live channel while the component is on the page. */
import { useEffect, useEffectEvent } from "react";
import { type LiveEvent, usePage } from "./page-kit.ts";

export function useLive(channel: string | null, onEvent: (event: LiveEvent) => void): void {
  const { live } = usePage();
  const hear = useEffectEvent(onEvent);
  useEffect(() => (channel === null ? undefined : live.subscribe(channel, hear)), [channel, live]);
}
