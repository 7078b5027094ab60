/** What the database holds of spot markets, and who may order and settle. */
import type { Guard } from "../guard.ts";

const FILL = "server/products/spot/database/functions/fills/spot_fill_fault.sql";
const END = "server/products/spot/database/functions/orders/spot_end_fault.sql";
const FAULTS = "server/products/spot/spot-faults.test.ts";
const ORDERS = "server/products/spot/spot.test.ts";
const KEYS = "server/products/spot/facade/facade.test.ts";
const WRONG = "a process that settles wrong fills and wrong ends is refused";

export const SPOT_GUARDS: readonly Guard[] = [
  {
    promise: "a process whose market another one has taken settles nothing",
    file: "server/products/spot/database/functions/fills/settle_spot.sql",
    text: "  if progress.epoch <> epoch then return 'other_epoch'; end if;\n",
    without: "",
    test: FAULTS,
    only: WRONG,
  },
  {
    promise: "commands are settled once",
    file: "server/products/spot/database/functions/fills/settle_spot.sql",
    text: "  if progress.applied_seq <> from_seq - 1 then return 'moved'; end if;\n",
    without: "",
    test: ORDERS,
    only: "the same commands settle once",
  },
  {
    promise: "nobody trades with themselves",
    file: FILL,
    text: "    when maker.user_id = taker.user_id then 'one person'\n",
    without: "",
    test: FAULTS,
    only: WRONG,
  },
  {
    promise: "a fill is at the price of the order that rested",
    file: FILL,
    text: "    when fill.price_ticks is distinct from maker.price_ticks then 'another price'\n",
    without: "",
    test: FAULTS,
    only: WRONG,
  },
  {
    promise: "an order that has ended trades no more",
    file: FILL,
    text: "    when maker.ended_at is not null or taker.ended_at is not null then 'an ended order'\n",
    without: "",
    test: FAULTS,
    only: WRONG,
  },
  {
    promise: "nothing is cancelled that nobody asked to cancel",
    file: END,
    text: "then 'was not cancelled' end\n",
    without: "then null end\n",
    test: FAULTS,
    only: WRONG,
  },
  {
    promise: "an order needs a trading session, and stays within its value of the day",
    file: "server/products/spot/database/functions/orders/place_spot_orders.sql",
    text: "        case when one.session_id is null then 'key_limit' else 'session_limit' end\n",
    without: "        case when one.session_id is null then 'key_limit' end\n",
    test: ORDERS,
    only: "an order is refused with the reason, and holds nothing",
  },
  {
    promise: "an order of a key stays within the key's value of the day",
    file: "server/products/spot/database/functions/orders/place_spot_orders.sql",
    text: "        case when one.session_id is null then 'key_limit' else 'session_limit' end\n",
    without: "        case when one.session_id is not null then 'session_limit' end\n",
    test: KEYS,
    only: "a key trades within its markets and its value of the day",
  },
  {
    promise: "a key places orders of its owner only",
    file: "server/people/api-keys/database/functions/spot_key_room.sql",
    text: " and known.user_id = spot_key_room.user_id",
    without: "",
    test: KEYS,
    only: "a key trades within its markets and its value of the day",
  },
  {
    promise: "what a better price left over comes back at once",
    file: "server/products/spot/database/functions/fills/settled_spot_order.sql",
    text: "  freed_units := greatest(0, made.held_units - needed);\n",
    without:
      "  freed_units := case when changed.status = 'filled' then 0 else greatest(0, made.held_units - needed) end;\n",
    test: ORDERS,
    only: "a trade moves exactly its value and fees",
  },
];
