/** What holds the delivery of events and of live messages, and what is kept of both. */
import type { Guard } from "./guard.ts";

const BY_TIME = "server/migrations/0210-events-by-time.sql";
const DISPATCHER = "server/platform/dispatcher.ts";
const DISPATCHER_TEST = "server/platform/dispatcher.test.ts";
const LIVE = "server/platform/live.ts";
const LIVE_TEST = "server/platform/live.test.ts";
const PARTS_TEST = "server/platform/time-parts.test.ts";

export const GUARDS_OF_DELIVERY: readonly Guard[] = [
  {
    promise: "events are written in the transaction of what they tell",
    file: "server/platform/db.ts",
    text: "    if (events.length > 0) tx.later(insertEvents(tx, events));\n    await commit(client, waited);\n",
    without: "    await commit(client, waited);\n    if (events.length > 0) await insertEvents(tx, events);\n",
    test: DISPATCHER_TEST,
  },
  {
    promise: "consumers write in the transaction that marks the event as told",
    file: DISPATCHER,
    text: "  if (events.length === 0) return;\n",
    without: "  if (events.length === 0) return;\n  await tx.rows`commit`;\n",
    test: DISPATCHER_TEST,
    only: "a connection that breaks",
  },
  {
    promise: "a lane is told by one process at a time",
    file: "server/platform/event-rows.ts",
    text: "\n    for update skip locked`;\n",
    without: "`;\n",
    test: DISPATCHER_TEST,
    only: "while one process is busy",
  },
  {
    promise: "what follows an event that failed waits for it",
    file: DISPATCHER,
    text: "  failed.add(event.subject);\n",
    without: "",
    test: DISPATCHER_TEST,
    only: "can never be told",
  },
  {
    promise: "what calls wait for is written last",
    file: DISPATCHER,
    text: "  for (const subscription of subscriptions) if (!subscription.isLast) await run(subscription);\n",
    without: "  for (const subscription of subscriptions) await run(subscription);\n",
    test: DISPATCHER_TEST,
    only: "what runs last",
  },
  {
    promise: "no batch reads more of a backlog than it tells",
    file: BY_TIME,
    text: "\n  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$",
    without: " as $$",
    test: DISPATCHER_TEST,
    only: "a long backlog",
  },
  {
    promise: "a week of events that were not all delivered is not dropped",
    file: BY_TIME,
    text: "    if parent = 'events' then\n",
    without: "    if parent = '' then\n",
    test: PARTS_TEST,
    only: "a week that holds",
  },
  {
    promise: "an event finds its place where no part was made for it",
    file: BY_TIME,
    text: "create table events_default partition of events default;\n",
    without: "create table events_default (like events);\n",
    test: PARTS_TEST,
    only: "parts are made two ahead",
  },
  {
    promise: "no part that is dropped keeps whoever writes waiting",
    file: BY_TIME,
    text: "security definer set search_path = public, pg_temp set lock_timeout = '500ms' as",
    without: "security definer set search_path = public, pg_temp as",
    test: PARTS_TEST,
    only: "waits for no part",
  },
  {
    promise: "nothing is dropped before its time",
    file: BY_TIME,
    text: "      and to_date(right(child.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' + make_interval(days => days) + keep\n        <= clock_timestamp()\n",
    without: "",
    test: PARTS_TEST,
    only: "a week of events goes",
  },
  {
    promise: "the web keeps no lane of events locked",
    file: BY_TIME,
    text: "grant select, update on event_lanes to parley_worker;\n",
    without: "grant select, update on event_lanes to parley_worker, parley_web;\n",
    test: PARTS_TEST,
    only: "who delivers can drop nothing",
  },
  {
    promise: "a newer message never says what an older one does not know yet",
    file: LIVE,
    text: '  const next = await numberMessages(tx, channels);\n  const bodies: LiveBody[] = [];\n  for (const post of posts) {\n    const made = await post.bodies(tx);\n    if (made.length !== post.channels.length) throw new Error("a live channel would have a gap");\n    bodies.push(...made);\n  }\n',
    without:
      "  const bodies: LiveBody[] = [];\n  for (const post of posts) bodies.push(...(await post.bodies(tx)));\n  const next = await numberMessages(tx, channels);\n",
    test: LIVE_TEST,
    only: "never older",
  },
  {
    promise: "a number of a channel without its message is refused",
    file: LIVE,
    text: '    if (made.length !== post.channels.length) throw new Error("a live channel would have a gap");\n',
    without: "",
    test: LIVE_TEST,
    only: "as many messages",
  },
  {
    promise: "channels are locked in one order",
    file: LIVE,
    text: " as channel (name, more)\n    order by name\n",
    without: " as channel (name, more)\n",
    test: LIVE_TEST,
    only: "two who push",
  },
  {
    promise: "nothing is read for a channel that nobody listens to",
    file: "server/platform/http/live-readers.ts",
    text: "    if (after !== undefined) places.push({ channel, after });\n",
    without: "    places.push({ channel, after: after ?? 0n });\n",
    test: "server/platform/http/live-hub-limits.test.ts",
    only: "nothing is read",
  },
  {
    promise: "what an offer served between two misses is counted between them",
    file: "server/market/trades/update-offers.ts",
    text: "(before?.wasMissed && !missed ? 1 : 0)",
    without: "0",
    test: "server/market/trades/update-offers.test.ts",
    only: "served and missed again",
  },
  {
    promise: "an offer is missed as often as trades expired on it",
    file: "server/market/offers/rows.ts",
    text: "set lost_in_row = lost_in_row + missed.times",
    without: "set lost_in_row = lost_in_row + 1",
    test: "server/market/trades/update-offers.test.ts",
    only: "three missed",
  },
  {
    promise: "a cap is moved as by one trade after the other",
    file: "server/market/offers/for-trades.ts",
    text: "      leastUnits: least > 0n ? least : 0n,\n",
    without: "      leastUnits: 0n,\n",
    test: "server/market/listing/view-offer.test.ts",
    only: "a cap is used by trades",
  },
  {
    promise: "an older change of a trade replaces nothing",
    file: "contract/active-trade.ts",
    text: "change.version >= view.version ?",
    without: "change.version >= 0 ?",
    test: "contract/active-trade.test.ts",
  },
];
