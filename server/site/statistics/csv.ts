/** The days of the statistics as a file, with what the reader may see. */
import type { FastifyInstance } from "fastify";
import { PATHS } from "#contract/platform/paths.ts";
import { STATISTIC_COINS, STATISTIC_DAYS } from "#contract/site/statistics-names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { seesWhole, viewMarketStatistics } from "./view-statistics.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;
const HEAD = "day,coin,trades,volume_usd,people,release_median_sec,disputes";

/** What the address does not say rightly is as the page has it without a word. */
export function mountStatistics(fastify: FastifyInstance, { db }: Pick<AppPorts, "db">): void {
  fastify.get<{ Querystring: Record<string, unknown> }>(`${PATHS.statistics}.csv`, OPEN, async (request, reply) => {
    const { viewer, query } = request;
    const days = STATISTIC_DAYS.find((one) => one === query.days);
    const asked = STATISTIC_COINS.find((one) => one === query.coin);
    const { coin, days: rows } = await db.read(async (tx) =>
      viewMarketStatistics(tx, { days, coin: asked, isWhole: viewer ? await seesWhole(tx, viewer) : false }),
    );
    const lines = rows.map(({ date, trades, volumeUsd, people, releaseMedianSec, disputes }) =>
      [date, coin, trades, volumeUsd, people, releaseMedianSec, disputes].join(","),
    );
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="parley-statistics-${coin}.csv"`)
      .header("cache-control", viewer ? "no-store" : "public, max-age=600")
      .header("vary", "cookie")
      .send(`${[HEAD, ...lines].join("\r\n")}\r\n`);
  });
}
