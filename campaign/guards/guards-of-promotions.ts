/** What is promised of promoted offers. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0761-promotions.sql";
const TEST = "server/market/my-offers/promotions.test.ts";
const MANY = "so many at a time, also of several at once, each once, and none of what is off or to buy";
const NOBODY = "who is no expert trader promotes nothing, and no login features an offer by itself";

export const GUARDS_OF_PROMOTIONS: readonly Guard[] = [
  {
    promise: "nobody promotes more offers at a time than they may, also at once",
    file: MADE,
    text: "  perform from users person where person.id = owner_id for no key update;\n",
    without: "",
    test: TEST,
    only: MANY,
  },
  {
    promise: "who is no expert trader promotes nothing",
    file: MADE,
    text: "    when standing.total = 0 then 'not_yours'\n",
    without: "",
    test: TEST,
    only: NOBODY,
  },
  {
    promise: "no login features an offer by itself",
    file: MADE,
    text: "    execute format('revoke insert (is_featured, is_stickied), update (is_featured, is_stickied) on offers from %I', login);\n",
    without: "",
    test: TEST,
    only: NOBODY,
  },
];
