/** The state of a line in a word. */
import type { StoreOrder } from "#contract/products/store/gift-card-store.ts";
import type { OrderStatus } from "#contract/products/providers/order-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { Badge, type Tone } from "#ui/badge.tsx";

const TONES: Readonly<Record<OrderStatus | "partial", Tone>> = {
  reserved: "info",
  submitted: "info",
  unknown: "warn",
  mismatch: "warn",
  settled: "good",
  partial: "warn",
  returned: "neutral",
};

export function LineBadge({ line }: { line: StoreOrder["lines"][number] }) {
  const t = useT();
  const isPart = line.status === "settled" && line.delivered !== null && line.delivered < line.quantity;
  const state = isPart ? "partial" : line.status;
  return <Badge tone={TONES[state]}>{t(`store.status.${state}`)}</Badge>;
}
