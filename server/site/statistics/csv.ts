/** The statistics as files, with what the reader may see: the days of the market, and its traders. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PATHS } from "#contract/platform/paths.ts";
import { STATISTIC_COINS, STATISTIC_DAYS } from "#contract/site/statistics-names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { seesWhole, viewMarketStatistics } from "./view-statistics.ts";
import { viewTraders } from "./view-traders.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;
const HEAD = "day,coin,trades,volume_usd,people,release_median_sec,disputes";
const GROUP_HEAD = "trades_from,trades_to,people,trades_pct,volume_pct";
const TRADER_HEAD = "trader,trades,sold,volume_usd,release_mean_sec,disputes";
const MOST_TRADERS = 10_000;

type Asking = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** What the address does not say rightly is as the page has it without a word. */
export function mountStatistics(fastify: FastifyInstance, { db }: Pick<AppPorts, "db">): void {
  fastify.get(`${PATHS.statistics}.csv`, OPEN, async (request: Asking, reply) => {
    const { coin, days } = await db.read(async (tx) =>
      viewMarketStatistics(tx, { ...askedOf(request), isWhole: await isWhole(tx, request) }),
    );
    const lines = days.map(({ date, trades, volumeUsd, people, releaseMedianSec, disputes }) =>
      [date, coin, trades, volumeUsd, people, releaseMedianSec, disputes].join(","),
    );
    return sendFile(request, reply, { name: `parley-statistics-${coin}`, lines: [HEAD, ...lines] });
  });
  fastify.get(`${PATHS.statistics}/traders.csv`, OPEN, async (request: Asking, reply) => {
    const { groups, traders } = await db.read(async (tx) =>
      viewTraders(tx, { ...askedOf(request), isWhole: await isWhole(tx, request), most: MOST_TRADERS }),
    );
    const ofGroups = groups.map(({ least, most, people, tradesPct, volumePct }) =>
      [least, most, people, tradesPct, volumePct].join(","),
    );
    const ofTraders = traders?.map(({ username, trades, sold, volumeUsd, releaseMeanSec, disputes }) =>
      [username, trades, sold, volumeUsd, releaseMeanSec, disputes].join(","),
    );
    const lines = ofTraders ? [TRADER_HEAD, ...ofTraders] : [GROUP_HEAD, ...ofGroups];
    return sendFile(request, reply, { name: `parley-traders-${askedOf(request).coin ?? "all"}`, lines });
  });
}

const isWhole = async (tx: Parameters<typeof seesWhole>[0], { viewer }: Asking) =>
  viewer ? seesWhole(tx, viewer) : false;

const askedOf = ({ query }: Asking) => ({
  days: STATISTIC_DAYS.find((one) => one === query.days),
  coin: STATISTIC_COINS.find((one) => one === query.coin),
});

function sendFile(
  { viewer }: Asking,
  reply: FastifyReply,
  { name, lines }: { name: string; lines: readonly string[] },
): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", viewer ? "no-store" : "public, max-age=600")
    .header("vary", "cookie")
    .send(`${lines.join("\r\n")}\r\n`);
}
