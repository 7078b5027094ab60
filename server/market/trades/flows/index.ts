/** Every flow by its type. */
import type { FlowType } from "#contract/market/trades/trade/statuses.ts";
import { btAutoFlow } from "./bt-auto.ts";
import { defaultFlow } from "./default.ts";
import type { Flow } from "./flow.ts";
import { gccAutoFlow } from "./gcc-auto.ts";
import { liteFlow } from "./lite.ts";

export const FLOWS: Readonly<Record<FlowType, Flow>> = {
  default: defaultFlow,
  lite: liteFlow,
  "gcc-auto": gccAutoFlow,
  "bt-auto": btAutoFlow,
};
