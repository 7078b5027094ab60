import { DEMO_PASSWORD, DEMO_PEOPLE } from "#contract/demo/demo.ts";
import { makeApp } from "../app.ts";
import { sealAnew } from "../collected.ts";
import { presetMarket, seedCases, seedMarket, withDemoCold } from "../demo/index.ts";
import { startChains } from "../devnet/chains.ts";
import { startDatabase } from "../devnet/database.ts";
import { type Inbox, startInbox } from "../devnet/inbox.ts";
import { hasDemoUsers } from "../people/accounts/index.ts";
import type { AppPorts } from "../platform/app-ports.ts";
import type { Config } from "../platform/settings/config.ts";
import { refuseDemoPeople } from "../platform/settings/market-kind.ts";
import { openLnd } from "../platform/outside/chains/lightning-node.ts";
import { pinned } from "../platform/outside/signer/attestation.ts";
import { portsOf, serve, work } from "./serve.ts";
import type { Start } from "./start.ts";

/** Everything in one process, with what it brings beside it. */
export async function startWhole({ log, say, stops, ...given }: Start): Promise<void> {
  const config = withDemoCold(given.config);
  const database = await startDatabase({ config, log, say });
  stops.push(() => database.stop());
  const { dbs, signerUrl } = database;
  refuseDemoPeople(config, await dbs.web.read(hasDemoUsers));
  const inbox: Inbox | undefined = config.smtpUrl ? undefined : await startInbox(dbs.worker);
  if (inbox) stops.push(() => inbox.stop());
  const chains = await startChains({ config, signerUrl, say, hasLightning: config.demo && config.lnd === undefined });
  stops.push(() => chains.stop());
  const smtpUrl = config.smtpUrl ?? inbox?.smtpUrl;
  const { lnd } = config;
  const ownNode = lnd?.macaroon ? openLnd({ ...lnd, macaroon: lnd.macaroon }) : undefined;
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
  if (config.demo)
    await database.asOwner(async (db) => {
      await seedMarket({ ...ports, db, say });
      await seedCases({ ...ports, db, site: app });
    });
  if (config.workers) await work(ports, { stops });
  await serve(app, { config, stops });
  greet(config, { inbox: inbox !== undefined, databaseFolder: database.folder });
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
