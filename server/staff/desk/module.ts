/** What this module brings to the market: see server/modules.ts. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";

export const module: Module = { name: "staff/desk", routes };
