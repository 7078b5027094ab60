/** The whole market over a database and chains that run: filled where it is a new demo, and served. */
import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { makeApp } from "../app.ts";
import { sealAnew } from "../collected.ts";
import { presetMarket, seedCases, seedMarket } from "../demo/index.ts";
import type { Started } from "../devnet/chains.ts";
import type { Database } from "../devnet/database.ts";
import { type Inbox, startInbox } from "../devnet/inbox.ts";
import { hasDemoUsers } from "../people/accounts/index.ts";
import type { AppPorts } from "../platform/app-ports.ts";
import type { Config } from "../platform/settings/config.ts";
import { refuseDemoPeople } from "../platform/settings/market-kind.ts";
import { startPresence } from "../platform/presence/presence.ts";
import { pinned } from "../platform/outside/signer/attestation.ts";
import { openLightning, portsOf, serve, work } from "./serve.ts";
import type { Start } from "./start.ts";

export async function openMarket(
  { config, log, say, stops }: Start,
  [database, chains]: readonly [Database, Started],
  onOpen: () => void,
): Promise<void> {
  const { dbs } = database;
  // The signer starts at its first question, beside what follows.
  void chains.verifier.attestationKey().catch(() => undefined);
  refuseDemoPeople(config, await dbs.web.read(hasDemoUsers));
  const inbox: Inbox | undefined = config.smtpUrl ? undefined : await startInbox(dbs.worker);
  if (inbox) stops.push(() => inbox.stop());
  const smtpUrl = config.smtpUrl ?? inbox?.smtpUrl;
  const ownNode = await openLightning(config);
  const ports: AppPorts = {
    ...portsOf({ config: { ...config, smtpUrl }, log }),
    db: dbs.web,
    dbs,
    chains,
    lightning: ownNode ? () => ownNode : () => chains.lightning?.ours(),
    outsideLightning: () => chains.lightning?.outside(),
    verifier: pinned(chains.verifier, config.attestationKey),
  };

  await database.asOwner((db) => db.tx((tx) => presetMarket(tx, { isDemo: config.demo })));
  if (config.sealing.before) await database.asOwner((db) => sealAnew(db, config, say));
  const app = await makeApp(ports);
  stops.push(() => app.close());
  if (config.demo) await database.asOwner((db) => seedMarket({ ...ports, db, say }));
  const presence = startPresence({ part: "all", dbs, log });
  stops.push(() => presence.stop());
  if (config.workers) await work(ports, { stops, presence });
  await serve(app, { config, stops });
  greet(config, { inbox: inbox !== undefined, databaseFolder: database.folder });
  onOpen();
  if (!config.demo) return;
  // While the market is open already: what its staff will find waiting. A stop lets it finish; a fault of it ends nothing.
  const cases = database
    .asOwner((db) => seedCases({ ...ports, db, site: app }))
    .catch((error: unknown) => log.warn({ err: error }, "the cases of the demo are not made"));
  stops.push(() => cases);
  await cases;
}

type Greeting = { readonly inbox: boolean; readonly databaseFolder: string | undefined };

/** The clock of `performance` runs since the process began. */
function greet({ publicUrl: { origin }, demo, dataDir }: Config, { inbox, databaseFolder }: Greeting): void {
  const isOutside = databaseFolder !== undefined && !databaseFolder.startsWith(`${dataDir}/`);
  const seconds = (performance.now() / 1000).toFixed(1);
  const lines = [
    "",
    `  Parley is ready after ${seconds} s:  ${origin}`,
    ...(inbox ? [`  Emails, with the codes in them:  ${origin}/demo/inbox`] : []),
    ...(demo ? DEMO_LINES : []),
    `  Data are kept in ${dataDir}${isOutside ? `, the database in ${databaseFolder}` : ""}.`,
    "  Ctrl-C stops everything.",
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

const DEMO_LINES: string[] = [
  `  Play anybody of the demo market; the password of all is "${DEMO_PASSWORD}":`,
  ...DEMO_PEOPLE.map(({ email, role }) => `    ${email.padEnd(30)} ${role}`),
];
