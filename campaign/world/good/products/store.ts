/** Right arguments for functions of the gift card store. */
import { ids } from "../../../../server/platform/ids.ts";
import { aPerson, giveCoins, giveHistory } from "../../../../server/testing/index.ts";
import { type Good, type Ground, one, prove } from "../../ground.ts";

const PRODUCTS = [
  {
    ...{ code: "X-1", brand: "One", name: "One USD", country: "US", currency: "USD", category: "games", kind: "fixed" },
    ...{ amounts: [1000], costs: [1000], redeem: { en: "Use it." }, method_id: 630, is_in_stock: true },
  },
];
const mark = () => Buffer.from(ids.secret(), "base64url").subarray(0, 32);

async function aProduct(ground: Ground, now: string): Promise<string> {
  await ground.app.owner.query("select keep_store_catalog('house_market', $1, $2)", [JSON.stringify(PRODUCTS), now]);
  return (await one<{ id: string }>(ground, "select id from store_products where provider = 'house_market'")).id;
}

async function aUser({ app }: Ground): Promise<bigint> {
  const { id } = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, id, "USDT", 100_000_000n));
  await giveHistory(app, [id]);
  return id;
}

async function wish(ground: Ground, userId: bigint, now: string): Promise<readonly unknown[]> {
  return [ids.hash(), [ids.hash()], userId, [await aProduct(ground, now)], ["1000"], [1], "USDT", now];
}

/** A quote that its user has proved. */
async function aQuote(ground: Ground, now: string): Promise<{ userId: bigint; quote: string }> {
  const userId = await aUser(ground);
  const values = await wish(ground, userId, now);
  await ground.app.owner.query("select * from quote_store_order($1, $2, $3, $4, $5, $6, $7, $8)", [...values]);
  await prove(ground, `provider_order:${values[0]}`, userId);
  return { userId, quote: String(values[0]) };
}

/** Of an order that the provider has. */
async function aLine(ground: Ground, now: string): Promise<{ userId: bigint; order: string; reference: string }> {
  const { userId, quote } = await aQuote(ground, now);
  const line = ids.hash();
  const { app } = ground;
  await app.owner.query("select * from reserve_store_order($1, $2, $3, $4, $5, $6)", [
    ...[ids.hash(), quote, userId, [line], [ids.uuid()], now],
  ]);
  await app.owner.query("select * from begin_provider_attempts('store', 'house_market', 100, $1)", [now]);
  const row = await one<{ id: string; external_ref: string }>(
    ground,
    "select id, external_ref from provider_orders where hash = $1",
    [line],
  );
  return { userId, order: row.id, reference: row.external_ref };
}

/** A delivered code, and the mark that its issuer's card has too. */
async function aCode(ground: Ground, now: string) {
  const { userId, order, reference } = await aLine(ground, now);
  const hash = ids.hash();
  const own = mark();
  const { owner } = ground.app;
  await owner.query(
    "insert into house_cards (reference, n, currency, face_units, code_sealed, mark, issued_at) values ($1, 1, 'USD', 1000, 'x', $2, $3)",
    [reference, own, now],
  );
  await owner.query("select keep_store_codes($1, $2, $3, $4, $5, $6)", [
    order,
    [hash],
    [Buffer.from("sealed")],
    [null],
    [own],
    now,
  ]);
  const said = { providerRef: "1", currency: "USD", delivered: 1000, charged: 1000, tookMs: 5 };
  await owner.query("select * from end_provider_attempt($1, 1, 'succeeded', $2, $3)", [
    order,
    JSON.stringify(said),
    now,
  ]);
  return { userId, hash, mark: own };
}

export function storeCalls(ground: Ground): Record<string, Good[]> {
  const { owner } = ground.app;
  const ofACode =
    (...rest: readonly unknown[]) =>
    async (now: string) => {
      const { userId, hash } = await aCode(ground, now);
      return [userId, hash, ...rest, now];
    };
  return {
    keep_store_catalog: [async (now) => ["house_market", PRODUCTS, now]],
    "quote_store_order quoted": [async (now) => wish(ground, await aUser(ground), now)],
    "reserve_store_order reserved": [
      async (now) => {
        const { userId, quote } = await aQuote(ground, now);
        return [ids.hash(), quote, userId, [ids.hash()], [ids.uuid()], now];
      },
    ],
    keep_store_codes: [
      async (now) => [(await aLine(ground, now)).order, [ids.hash()], [Buffer.from("x")], [null], [mark()], now],
    ],
    "show_store_code shown": [ofACode()],
    mark_store_code: [ofACode(true, "a note")],
    report_store_code: [
      async (now) => {
        const { userId, hash } = await aCode(ground, now);
        await owner.query("select * from show_store_code($1, $2, $3)", [userId, hash, now]);
        return [userId, hash, "It does not work.", now];
      },
    ],
    store_code_to_vault: [ofACode(ids.hash(), Buffer.from("sealed"))],
    store_report_stands: [
      async (now) => {
        const { userId, hash } = await aCode(ground, now);
        await owner.query("select * from show_store_code($1, $2, $3)", [userId, hash, now]);
        await owner.query("select report_store_code($1, $2, 'It does not work.', $3)", [userId, hash, now]);
        return [userId, `${hash}:refund`];
      },
    ],
    house_card_redeemed_at: [
      async (now) => {
        const code = await aCode(ground, now);
        await owner.query("select * from redeem_house_card($1, $2, $3, $4)", [ids.hash(), code.userId, code.mark, now]);
        return [code.mark];
      },
    ],
    "redeem_house_card redeemed": [
      async (now) => {
        const code = await aCode(ground, now);
        return [ids.hash(), code.userId, code.mark, now];
      },
    ],
  };
}
