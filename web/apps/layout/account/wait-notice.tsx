/** Says how long something cannot be asked for yet; nothing once it can. */
import { useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/use-now.ts";

export function WaitNotice({
  untilMs,
  text,
}: {
  untilMs: number;
  text: "account.phone.again" | "account.phone.exceeded";
}) {
  const t = useT();
  const leftSec = Math.ceil((untilMs - useNow(1000)) / 1000);
  if (leftSec <= 0) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  return <p className="text-sm text-muted">{t(text, { time: `${Math.floor(leftSec / 60)}:${two(leftSec % 60)}` })}</p>;
}
