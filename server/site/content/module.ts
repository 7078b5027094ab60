/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";

export const module: Module = { name: "site/content" };
