/** The declaration of this module; server/modules.ts lists all modules. */
import { anyOf } from "../../platform/postgres/db.ts";
import { lookUpsWait } from "./rows.ts";
import type { AppPorts, Module } from "../../platform/app-ports.ts";
import { hasDueOrders, hasMessages, importStatements, readMessages, runOrders } from "../providers/index.ts";
import { answerLookUps } from "./look-ups.ts";
import { routes } from "./http.ts";
import { keepPin } from "./pins.ts";
import { openTopUpLine } from "./phone.ts";
import { sealAnew } from "./seal-anew.ts";
import { keepCatalog, wantedByQuotes } from "./rows.ts";
import { askRules } from "./rules.ts";
import { openTopUpProvider } from "./top-up-provider.ts";
import type { TopUpProvider } from "./provider.ts";
import { DATA } from "./tables.ts";

/** One for the process: it keeps the token of its provider. */
let opened: { readonly db: AppPorts["db"]; readonly provider: TopUpProvider | undefined } | undefined;

function providerOf(app: AppPorts): TopUpProvider | undefined {
  if (opened?.db !== app.db) opened = { db: app.db, provider: openTopUpProvider(app) };
  return opened.provider;
}

async function runTopUps(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (!provider) return;
  await readMessages(app, provider);
  await Promise.all([
    answerLookUps(app, provider),
    runOrders(app, { name: "top_up", wanted: wantedByQuotes, keep: keepPin }, provider),
  ]);
}

/** Nobody is asked for what this market cannot sell. */
async function askAbout(app: AppPorts): Promise<void> {
  if (providerOf(app)) await askRules(app);
}

async function readCatalog(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (!provider) return;
  const sold = await provider.catalog().catch((error: unknown) => {
    app.log.warn({ provider: provider.name, err: String(error) }, "what a provider of top-ups sells could not be read");
  });
  if (sold) await app.db.tx((tx) => keepCatalog(tx, provider.name, sold));
}

async function readStatements(app: AppPorts): Promise<void> {
  const provider = providerOf(app);
  if (provider) await importStatements(app, { product: "top_up", provider });
}

export const module: Module = {
  name: "products/top-ups",
  routes,
  jobs: [
    {
      name: "run-top-ups",
      everyMs: 500,
      due: anyOf([hasMessages, hasDueOrders("top_up"), lookUpsWait]),
      run: runTopUps,
    },
    { name: "ask-top-up-rules", everyMs: 60_000, run: askAbout },
    { name: "read-top-up-catalog", everyMs: 3_600_000, run: readCatalog },
    { name: "read-top-up-statements", everyMs: 600_000, run: readStatements },
  ],
  ownData: [
    { file: "top-ups", lines: "top_ups", open: openTopUpLine },
    { file: "top-up-rules", lines: "top_up_rules", open: openTopUpLine },
  ],
  retention: [{ kind: "top_up_lookups" }],
  closing: { erases: "erase_user_from_top_ups" },
  data: DATA,
  sealAnew,
};
