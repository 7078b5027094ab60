/** Right arguments for functions of orders at providers and of top-ups. */
import { ids } from "../../../../server/platform/ids.ts";
import { aPerson, giveCoins, giveHistory } from "../../../../server/testing/index.ts";
import { type Good, type Ground, one, prove } from "../../ground.ts";

const OPERATORS = [
  {
    ...{ code: "X-1", country: "NG", name: "One" },
    products: [
      { code: "1", currency: "NGN", units: "150000", cents: "100" },
      { code: "2", currency: "NGN", units: "150000", cents: "100", pin: true },
    ],
  },
];

/** A quote that its user has proved. */
async function aQuote(ground: Ground, now: string, isPin = false): Promise<{ userId: bigint; quote: string }> {
  const { app } = ground;
  const { id: userId } = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, userId, "USDT", 100_000_000n));
  await giveHistory(app, [userId]);
  await app.owner.query("select keep_top_up_catalog('tests', $1, $2)", [JSON.stringify(OPERATORS), now]);
  await aDeposit(ground, now);
  const quote = ids.hash();
  await app.owner.query("select quote_top_up($1, $2, $3, null, 'USDT', $4, $5)", [
    quote,
    userId,
    ...(await wished(ground, userId, isPin)),
    now,
  ]);
  await prove(ground, `provider_order:${quote}`, userId);
  return { userId, quote };
}

async function wished(
  ground: Ground,
  userId: bigint,
  isPin = false,
): Promise<readonly [product: string, lookUp: string]> {
  const product = await one<{ id: string }>(
    ground,
    `select product.id from top_up_products product join top_up_operators operator on operator.id = product.operator_id
     where operator.provider = 'tests' and product.is_pin = ${isPin} limit 1`,
  );
  const lookUp = ids.hash();
  await ground.app.owner.query(
    `insert into top_up_lookups (hash, user_id, provider, country, phone_sealed, phone_index, asked_at)
     values ($1, $2, 'tests', 'NG', $3, $4, market_now())`,
    [lookUp, userId, Buffer.from("sealed"), Buffer.from(ids.secret())],
  );
  return [product.id, lookUp];
}

let day = 0;

/** A statement with money at the provider, of another one each time. */
const aStatement = (now: string) => {
  const at = new Date(Date.parse(now) - 86_400_000).toISOString();
  const lines = JSON.stringify([{ kind: "deposit", reference: "credit", units: "100000", at }]);
  return [
    "top_up",
    `tests_${"abcdefghij"[day++ % 10]}${"abcdefghij"[Math.floor(day / 10) % 10]}${"abcdefghij"[Math.floor(day / 100) % 10]}`,
    "USD",
    at.slice(0, 10),
    "0",
    "100000",
    JSON.parse(lines),
    now,
  ];
};

async function aDeposit({ app }: Ground, now: string): Promise<void> {
  const values = aStatement(now);
  values[6] = JSON.stringify(values[6]);
  await app.owner.query("select * from import_provider_statement($1, $2, $3, $4, $5, $6, $7, $8)", values);
}

async function anOrder(ground: Ground, now: string, isPin = false): Promise<string> {
  const { userId, quote } = await aQuote(ground, now, isPin);
  const hash = ids.hash();
  await ground.app.owner.query("select * from reserve_top_ups($1, $2, $3, $4, $5)", [
    [hash],
    [ids.uuid()],
    [quote],
    [userId],
    now,
  ]);
  return hash;
}

async function anAttempt(ground: Ground, now: string, isPin = false): Promise<readonly [order: string, n: number]> {
  const hash = await anOrder(ground, now, isPin);
  await ground.app.owner.query("select * from begin_provider_attempts('top_up', 'tests', 100, $1)", [now]);
  const row = await one<{ id: string }>(ground, "select id from provider_orders where hash = $1", [hash]);
  return [row.id, 1];
}

const aMark = () => Buffer.from(ids.secret(), "base64url").subarray(0, 32);

/** An order whose code is there; the code was not looked at. */
async function aPinOrder(ground: Ground, now: string): Promise<readonly [userId: string, hash: string]> {
  const [order, n] = await anAttempt(ground, now, true);
  const { owner } = ground.app;
  await owner.query("select keep_top_up_pin($1, 'sealed', null, $2, $3)", [order, aMark(), now]);
  await owner.query("select * from end_provider_attempt($1, $2, 'succeeded', $3, $4)", [
    order,
    n,
    JSON.stringify(DELIVERED),
    now,
  ]);
  const row = await one<{ user_id: string; hash: string }>(
    ground,
    "select user_id, hash from provider_orders where id = $1",
    [order],
  );
  return [row.user_id, row.hash];
}

async function aRule(ground: Ground, now: string) {
  const [userId, order] = await aPinOrder(ground, now);
  const rule = ids.hash();
  await ground.app.owner.query("select create_top_up_rule($1, $2, $3, 5, 1000, $4)", [rule, userId, order, now]);
  const { id } = await one<{ id: string }>(ground, "select id from top_up_rules where hash = $1", [rule]);
  return { userId, rule, id };
}

async function anAsk(ground: Ground, now: string) {
  const { userId, id } = await aRule(ground, now);
  const ask = ids.hash();
  await ground.app.owner.query("update top_up_rules set next_at = $1 where id = $2", [now, id]);
  await ground.app.owner.query("select * from ask_top_up_rule($1, $2, $3)", [id, ask, now]);
  return { userId, ask };
}

async function aHousePin({ app }: Ground): Promise<Buffer> {
  const [reference, mark] = [ids.uuid(), aMark()];
  await app.owner.query(
    `insert into house_telco_top_ups (reference, operator, currency, units, delivered_units, cost_cents, state, at)
     values ($1, 'NG-1', 'NGN', 100, 100, 1, 'succeeded', market_now())`,
    [reference],
  );
  await app.owner.query("insert into house_telco_pins values ($1, 'sealed', $2)", [reference, mark]);
  return mark;
}

const DELIVERED = { providerRef: "1", currency: "NGN", delivered: 150_000, charged: 100, tookMs: 5 };
const SHORT = { ...DELIVERED, delivered: 1 };

export function providerCalls(ground: Ground): Record<string, Good[]> {
  const ended = (answer: string, said: object) => async (now: string) => [
    ...(await anAttempt(ground, now)),
    answer,
    said,
    now,
  ];
  return {
    ...topUpCalls(ground),
    begin_provider_attempts: [
      async (now) => {
        await anOrder(ground, now);
        return ["top_up", "tests", 1, now];
      },
    ],
    "end_provider_attempt settled returned mismatch submitted unknown": [
      ended("succeeded", DELIVERED),
      ended("failed", { reason: "number" }),
      ended("succeeded", SHORT),
      ended("pending", {}),
      ended("unknown", { fault: "no answer" }),
    ],
    "keep_provider_message kept": [
      async (now) => ["tests", Buffer.from(ids.secret(), "base64url").subarray(0, 32), Buffer.from("sealed"), now],
    ],
    "end_provider_message asked": [
      async (now) => {
        const digest = Buffer.from(ids.secret(), "base64url").subarray(0, 32);
        await ground.app.owner.query("select keep_provider_message('tests', $1, $2, $3)", [digest, digest, now]);
        const message = await one<{ id: string }>(ground, "select id from provider_messages where digest = $1", [
          digest,
        ]);
        const hash = await anOrder(ground, now);
        const order = await one<{ external_ref: string }>(
          ground,
          "select external_ref from provider_orders where hash = $1",
          [hash],
        );
        return [message.id, "asked", ids.hash(), order.external_ref, null, now];
      },
    ],
    "import_provider_statement accepted": [async (now) => aStatement(now)],
    open_provider_cases: [async (now) => [now]],
  };
}

function topUpCalls(ground: Ground): Record<string, Good[]> {
  return {
    ...ruleCalls(ground),
    keep_top_up_catalog: [async (now) => ["tests", OPERATORS, now]],
    "quote_top_up quoted": [
      async (now) => {
        const { userId } = await aQuote(ground, now);
        const [product, lookUp] = await wished(ground, userId);
        return [ids.hash(), userId, product, null, "USDT", lookUp, now];
      },
    ],
    keep_top_up_pin: [async (now) => [(await anAttempt(ground, now, true))[0], Buffer.from("x"), null, aMark(), now]],
    "show_top_up_pin shown": [async (now) => [...(await aPinOrder(ground, now)), now]],
    "redeem_house_pin redeemed": [async (now) => [await aHousePin(ground), now]],
    lacks_top_up_pin: [
      async (now) => {
        const hash = await anOrder(ground, now, true);
        return [
          (await one<{ quote_id: string }>(ground, "select quote_id from provider_orders where hash = $1", [hash]))
            .quote_id,
        ];
      },
    ],
    "reserve_top_ups reserved": [
      async (now) => {
        const { userId, quote } = await aQuote(ground, now);
        return [[ids.hash()], [ids.uuid()], [quote], [userId], now];
      },
    ],
  };
}

function ruleCalls(ground: Ground): Record<string, Good[]> {
  return {
    create_top_up_rule: [
      async (now) => {
        const [userId, order] = await aPinOrder(ground, now);
        return [ids.hash(), userId, order, 5, 100, now];
      },
    ],
    change_top_up_rule: [
      async (now) => {
        const { userId, rule } = await aRule(ground, now);
        return [userId, rule, "paused", 200, now];
      },
    ],
    "ask_top_up_rule asked": [
      async (now) => {
        const { id } = await aRule(ground, now);
        await ground.app.owner.query("update top_up_rules set next_at = $1 where id = $2", [now, id]);
        return [id, ids.hash(), now];
      },
    ],
    miss_top_up_asks: [async (now) => [now]],
    skip_top_up_ask: [
      async (now) => {
        const { userId, ask } = await anAsk(ground, now);
        return [userId, ask, now];
      },
    ],
    "quote_top_up_ask quoted": [
      async (now) => {
        const { userId, ask } = await anAsk(ground, now);
        return [ids.hash(), userId, ask, "tests", now];
      },
    ],
  };
}
