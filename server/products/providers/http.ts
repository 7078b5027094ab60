/** Endpoints of orders at providers. */
import { listProviderOrders } from "#contract/products/provider-orders.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { viewProviderOrders } from "./view-orders.ts";

export const routes = [
  route(listProviderOrders, staffMay("console", "read"), ({ tx, query }) => viewProviderOrders(tx, query)),
];
