/**
 * How long requests took, counted by route, as a histogram of Prometheus. The library's own looks at every label anew for
 * every request, which takes as long as finding the route; here who asks again finds their row of numbers.
 */
import type { Histogram, Registry } from "prom-client";

const NAME = "http_request_duration_seconds";
const HELP = "Time from the first byte of a request to the last of its answer, by route.";
const BOUNDS_SEC = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

type Labels = { readonly method: string; readonly route: string; readonly status: string };
type Row = { readonly labels: Labels; readonly atMost: number[]; count: number; sumSec: number };

export type RequestTimes = { add(of: { method: string; route: string; status: number; seconds: number }): void };

export function measureRequests(registry: Registry): RequestTimes {
  const rows = new Map<string, Map<string, Row>>();
  const rowOf = (method: string, route: string, status: number): Row => {
    const ofRoute = rows.get(route) ?? new Map<string, Row>();
    rows.set(route, ofRoute);
    const ending = method + status;
    const known = ofRoute.get(ending);
    if (known) return known;
    const labels = { method, route, status: String(status) };
    const row = { labels, atMost: BOUNDS_SEC.map(() => 0), count: 0, sumSec: 0 };
    ofRoute.set(ending, row);
    return row;
  };
  const metric = {
    name: NAME,
    async get() {
      const values = [...rows.values()].flatMap((ofRoute) => [...ofRoute.values()].flatMap(valuesOf));
      return { name: NAME, help: HELP, type: "histogram", values, aggregator: "sum" };
    },
  };
  // A registry asks its metrics for nothing else.
  registry.registerMetric(metric as unknown as Histogram);
  return {
    add({ method, route, status, seconds }) {
      const row = rowOf(method, route, status);
      row.count += 1;
      row.sumSec += seconds;
      const at = BOUNDS_SEC.findIndex((bound) => seconds <= bound);
      if (at >= 0) row.atMost[at] = (row.atMost[at] ?? 0) + 1;
    },
  };
}

/** Each bucket holds all that took no longer. */
function valuesOf({ labels, atMost, count, sumSec }: Row) {
  let soFar = 0;
  const buckets = BOUNDS_SEC.map((le, place) => {
    soFar += atMost[place] ?? 0;
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: soFar };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
    { metricName: `${NAME}_sum`, labels, value: sumSec },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
