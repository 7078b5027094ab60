/** The database that everything dies on, an operator with coins, and the people who act. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CryptoCode } from "#contract/money/money.ts";
import { presetMarket } from "../../server/demo/index.ts";
import { ownDatabase } from "../../server/devnet/own-roles.ts";
import { houseAddress } from "../../server/money/custody/index.ts";
import { accountOf, balanceOf, post } from "../../server/money/ledger/index.ts";
import { playRecordedRates } from "../../server/money/rates/index.ts";
import type { Db, Tx } from "../../server/platform/postgres/db.ts";
import { ids } from "../../server/platform/ids.ts";
import { migrate } from "../../server/platform/postgres/migrate.ts";
import { anOffer, aUser, signIn } from "../../server/testing/index.ts";
import type { Actor } from "./caller.ts";
import type { Node } from "./nodes.ts";
import type { Processes } from "./processes.ts";
import { until } from "./senders.ts";
import type { Pair } from "./traders.ts";

export async function makeDatabase(processes: Processes, dataDir: string): Promise<void> {
  await migrate(await ownDatabase(processes.adminUrl(), { name: "parley" }));
  const db = processes.openAsOwner();
  await db.tx(async (tx) => {
    await presetMarket(tx, { isDemo: true });
    // Nobody waits for a dispute.
    await tx.rows`
      create function quarrel_at_once() returns trigger language plpgsql as
      'begin new.dispute_wait_sec := 0; return new; end'`;
    await tx.rows`create trigger quarrel_at_once before insert on trades for each row execute function quarrel_at_once()`;
  });
  await db.close();
  mkdirSync(join(dataDir, "signer"), { recursive: true });
  const most = "1000000000000";
  const limit = {
    eachUnits: "1000000000",
    hourlyUnits: most,
    dailyUnits: most,
    userDailyUnits: most,
    perHour: 100_000,
  };
  writeFileSync(
    join(dataDir, "signer/limits.json"),
    JSON.stringify({ ETH: limit, BTC: limit, own: { perHour: 100_000, dailyFeeUnits: most } }),
  );
}

/** The operator's own coins come over the chains; returns once they are credited. */
export async function fundHouse(
  db: Db,
  node: Pick<Node, "codes" | "give">,
  coins: Partial<Record<CryptoCode, bigint>>,
): Promise<void> {
  const fund = async (code: CryptoCode) => {
    let address = "";
    await until("the rail is open", async () => {
      address = await db.tx(async (tx) => (await houseAddress(tx, code)).address).catch(() => "");
      return address !== "";
    });
    await node.give(code, address, coins[code] ?? 0n);
    await until(`the operator has ${code}`, async () => {
      const has = await db.read((tx) => balanceOf(tx, accountOf.house(code, "inventory")));
      return has > 0n;
    });
  };
  await Promise.all(node.codes.map(fund));
}

export async function anActor(tx: Tx): Promise<Actor> {
  const userId = await aUser(tx);
  await tx.rows`update users set granted_level = 4 where id = ${userId}`;
  return { userId, token: await signIn(tx, userId) };
}

/** Pairs with an offer between them and a moderator beside them; each seller has so many coins of this account's. */
export async function makePairs(
  db: Db,
  { count, units, from }: { count: number; units: bigint; from: string },
): Promise<Pair[]> {
  return db.tx(async (tx) => {
    await playRecordedRates(tx);
    const pairs: Pair[] = [];
    for (let lane = 0; lane < count; lane++) {
      const [buyer, seller, moderator] = [await anActor(tx), await anActor(tx), await anActor(tx)];
      const judge = await anActor(tx);
      await tx.rows`
        insert into user_roles
        select id, 'moderator', ${tx.now}::timestamptz - interval '1 day'
        from unnest(${[moderator.userId, judge.userId]}::bigint[]) as id`;
      await gift(tx, { owner: seller.userId, code: "BTC", units, from });
      const paper = await aPaper(tx, buyer.userId);
      pairs.push({ offer: await anOffer(tx, seller.userId), buyer, seller, moderator, judge, paper });
    }
    return pairs;
  });
}

type Gift = { readonly owner: bigint; readonly code: CryptoCode; readonly units: bigint; readonly from: string };

export async function gift(tx: Tx, { owner, code, units, from }: Gift): Promise<void> {
  const to = accountOf.available(owner, code);
  await post(tx, [{ kind: "test_gift", subject: ids.hash(), postings: [{ from, to, units }] }]);
}

/** As if they had uploaded it. */
async function aPaper(tx: Tx, ownerId: bigint): Promise<string> {
  const hash = ids.hash();
  await tx.rows`
    insert into uploads (hash, owner_id, name, mime_type, file_key, size_bytes, created_at, sha256)
    values (${hash}, ${ownerId}, 'paper.pdf', 'application/pdf', ${hash}, 9, ${tx.now}, sha256('paper'))`;
  return hash;
}
