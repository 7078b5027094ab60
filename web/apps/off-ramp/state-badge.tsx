/** The state of a purchase or sale in a word. */
import type { RampState } from "#contract/products/ramps/names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";

const TONES: Readonly<Record<RampState, Tone>> = {
  opening: "info",
  waiting: "info",
  expired: "neutral",
  cancelled: "neutral",
  held: "warn",
  refunding: "warn",
  paying: "info",
  unclear: "warn",
  done: "good",
  came_back: "warn",
  returned: "neutral",
};

export function StateBadge({ state }: { state: RampState }) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`ramps.state.${state}`)}</Badge>;
}
