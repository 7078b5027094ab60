/** How long a price still holds, beside it; then that it has expired. */
import { Countdown } from "#ui/countdown.tsx";

type Props = {
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly nowMs: number;
  readonly label: string;
  readonly spoken: (left: string) => string;
  readonly expired: string;
};

export function PriceValid({ createdAt, expiresAt, nowMs, label, spoken, expired }: Props) {
  const leftMs = Date.parse(expiresAt) - nowMs;
  const totalMs = Date.parse(expiresAt) - Date.parse(createdAt);
  if (leftMs <= 0) return <p className="text-sm font-medium text-warn">{expired}</p>;
  return <Countdown leftMs={Math.min(leftMs, totalMs)} totalMs={totalMs} label={label} spoken={spoken} />;
}
