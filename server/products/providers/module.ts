/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { watchOrders } from "./run-orders.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "products/providers",
  jobs: [{ name: "watch-provider-orders", everyMs: 60_000, run: watchOrders }],
  ownData: [{ file: "orders", lines: "orders" }],
  retention: [{ kind: "product_quotes", hasMark: true }, { kind: "provider_messages" }],
  limitUses: [{ kind: "order", by: "limit_uses_of_orders" }],
  fees: { kinds: ["provider_done"], by: "fees_of_orders" },
  closing: { obstacles: "providers_closing_obstacles" },
  data: DATA,
};
