/** The state of a top-up in a word. */
import type { OrderStatus } from "#contract/products/providers/order-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";

const TONES: Readonly<Record<OrderStatus, Tone>> = {
  reserved: "info",
  submitted: "info",
  unknown: "warn",
  mismatch: "warn",
  settled: "good",
  returned: "neutral",
};

export function OrderBadge({ status }: { status: OrderStatus }) {
  const t = useT();
  return <Badge tone={TONES[status]}>{t(`topups.status.${status}`)}</Badge>;
}
