/** The declaration of this module; server/modules.ts lists all modules. */
import { anyOf } from "../../platform/postgres/db.ts";
import type { AppPorts, Module } from "../../platform/app-ports.ts";
import { hasDueOrders, hasMessages, importStatements, readMessages, runOrders } from "../providers/index.ts";
import { routes } from "./http.ts";
import { wantedByQuotes } from "./order-rows.ts";
import { keepDelivered } from "./orders.ts";
import { keepCatalog } from "./product-rows.ts";
import type { StoreProvider } from "./provider.ts";
import { sealAnew } from "./seal-anew.ts";
import { openStoreProvider } from "./store-provider.ts";
import { DATA } from "./tables.ts";

/** One for the process: it keeps the token of its provider. */
let opened: { readonly db: AppPorts["db"]; readonly provider: StoreProvider | undefined } | undefined;

function providerOf(app: AppPorts): StoreProvider | undefined {
  if (opened?.db !== app.db) opened = { db: app.db, provider: openStoreProvider(app) };
  return opened.provider;
}

async function runStore(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (!provider) return;
  await readMessages(app, provider);
  await runOrders(app, { name: "store", wanted: wantedByQuotes, keep: keepDelivered }, provider);
}

async function readCatalog(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  const sold = await provider?.catalog().catch((error: unknown) => {
    app.log.warn(
      { provider: provider.name, err: String(error) },
      "what a provider of gift cards sells could not be read",
    );
  });
  if (provider && sold) await app.db.tx((tx) => keepCatalog(tx, provider.name, sold));
}

async function readStatements(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (provider) await importStatements(app, { product: "store", provider });
}

export const module: Module = {
  name: "products/store",
  routes,
  jobs: [
    { name: "run-store", everyMs: 500, due: anyOf([hasMessages, hasDueOrders("store")]), run: runStore },
    { name: "read-store-catalog", everyMs: 3_600_000, run: readCatalog },
    { name: "read-store-statements", everyMs: 600_000, run: readStatements },
  ],
  ownData: [{ file: "bought-gift-cards", lines: "store_codes" }],
  fees: { kinds: ["store_refund"], by: "fees_of_reports" },
  closing: { erases: "erase_user_from_store", obstacles: "store_closing_obstacles" },
  data: DATA,
  sealAnew,
};
