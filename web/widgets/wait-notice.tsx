/** Says how long something cannot be asked for yet; nothing once it can. */
import { useNow } from "#sdk/state/use-now.ts";

export function WaitNotice({ untilMs, say }: { untilMs: number; say: (time: string) => string }) {
  const leftSec = Math.ceil((untilMs - useNow(1000)) / 1000);
  if (leftSec <= 0) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return <p className="text-sm text-muted">{say(`${Math.floor(leftSec / 60)}:${two(leftSec % 60)}`)}</p>;
}
