// Guards: a user whose coins come or go is notified once: on the page, by email and in their live channel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveSettings } from "#contract/people/accounts.ts";
import { createDepositAddress } from "#contract/products/wallet/wallet.ts";
import { listNotifications } from "#contract/reach/notifications.ts";
import { fundHouse } from "../../../demo/index.ts";
import { liveBodies } from "../../../testing/kept-texts.ts";
import { sendOut, walletWorld } from "../../../testing/market/wallet.ts";

const world = await walletWorld();
await fundHouse(world.ownerPorts, { BTC: 0n, ETH: 1_000_000_000n, USDT: 0n });

test("a deposit and a send-out are notified step by step, each once", async () => {
  const ada = await world.person();
  const ask = (channels: ("web" | "email")[]) =>
    ada.client.call(saveSettings, { body: { notifications: { send_out_started: channels } } });
  assert.equal((await ask([])).code, "notification.always_on");
  assert.equal((await ask(["web", "email"])).code, "");
  // As a web process under an attacker's control would write it.
  await world.owner.query("update notification_choices set channels = '{}' where user_id = $1", [ada.userId]);
  const { data } = await ada.client.call(createDepositAddress, { params: { code: "ETH" } });
  await world.ethereum.faucet?.giveWei(data.address, 10n ** 18n);
  await world.mineEthereum(1);
  await world.scan();
  await world.mineEthereum(3);
  await world.scan();
  await sendOut(ada, { code: "ETH", address: "0x000000000000000000000000000000000000bEEF", amount: "0.01" });
  await world.pay();
  await world.mineEthereum(4);
  await world.scan();
  await world.deliverEvents();
  await world.deliverEvents();
  const notices = await ada.client.call(listNotifications, { query: {} });
  assert.deepEqual(
    notices.data.map(({ kind, details }) => `${kind} ${details.crypto}`),
    ["send_out_completed 0.01 ETH", "send_out_started 0.01 ETH", "deposit_confirmed 1 ETH", "deposit_pending 1 ETH"],
  );
  const mails = await world.owner.query("select subject from mails order by id");
  assert.deepEqual(
    mails.rows.map(({ subject }) => subject),
    ["Deposit credited: 1 ETH", "Transfer started: 0.01 ETH", "Transfer completed: 0.01 ETH"],
  );
  const types = new Set((await liveBodies(world.owner)).map(({ type }) => type));
  assert.deepEqual([...types].toSorted(), ["notification", "wallet.changed"]);
});
