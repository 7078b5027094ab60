import { makeApp } from "../app.ts";
import { startChains } from "../devnet/chains.ts";
import { openBus } from "../platform/bus/open-bus.ts";
import { hasDemoUsers } from "../people/accounts/index.ts";
import { type AppPorts, portsOfJob } from "../platform/app-ports.ts";
import { type Dbs, enterDatabase } from "../platform/postgres/schema/database.ts";
import { refuseDemoPeople } from "../platform/settings/market-kind.ts";
import { startPresence } from "../platform/presence/presence.ts";
import { pinned } from "../platform/outside/signer/attestation.ts";
import { openVerifierAt, serveVerifier } from "../platform/outside/signer/verifier-socket.ts";
import { useSealingSecret } from "../platform/sealed.ts";
import { useWatchList } from "../platform/words/watch-list.ts";
import { openLightning, portsOf, serve, work } from "./serve.ts";
import type { Start } from "./start.ts";

/** One part of a real market, with the login of its role and no other. */
export async function startPart({ config, log, say, stops }: Start, role: keyof Dbs): Promise<void> {
  const { databaseUrl = "", signerDatabaseUrl = "", databasePooler, databaseDirectUrl: directUrl = "" } = config;
  const pooler = databasePooler && { directUrl, keepsNames: databasePooler === "transaction" };
  const bus = await openBus(config.busUrl, log);
  const { databaseReplicaUrls: urls, databaseReplicaLagSec: mostLagSec } = config;
  const replicas = urls.length > 0 ? { urls, mostLagSec } : undefined;
  if (bus) stops.push(() => bus.close());
  const { dbs, close } = await enterDatabase({ url: databaseUrl, role, log, pooler, bus, replicas });
  stops.push(close);
  const presence = startPresence({ part: role, dbs, log });
  stops.push(() => presence.stop());
  const socket = openVerifierAt(config.verifierSocket);
  stops.push(async () => socket.stop());
  const verifier = pinned(socket, config.attestationKey);
  const ports: AppPorts = portsOfJob({ ...portsOf({ config, log }), dbs, verifier }, { role });
  // The market and the Lightning process read nothing of users; the others refuse for them.
  if (role !== "market" && role !== "lightning") refuseDemoPeople(config, await ports.db.read(hasDemoUsers));
  if (role === "web") {
    // At the start, so that no page waits for it; where the signer is away, at the first page that shows an address.
    void verifier.attestationKey().catch(() => undefined);
    const app = await makeApp(ports);
    stops.push(() => app.close());
    await serve(app, { config, stops });
  } else if (role === "worker") {
    useSealingSecret(config.secret, config.sealing);
    useWatchList(config.watchList);
    await work(ports, { stops, presence });
  } else if (role === "market") {
    await work(ports, { stops, presence });
  } else if (role === "lightning") {
    const node = await openLightning(config);
    if (!node) throw new Error("ROLE=lightning needs LND_SOCKET and LND_MACAROON");
    await work({ ...ports, lightning: () => node }, { stops, presence });
  } else {
    const chains = await startChains({ config, signerUrl: signerDatabaseUrl, say });
    stops.push(() => chains.stop());
    if (config.signingSocket === undefined) {
      const shown = await serveVerifier(chains.verifier, config.verifierSocket);
      stops.push(() => shown.stop());
      if (chains.signer) say(`addresses are attested with ATTESTATION_KEY=${await chains.signer.attestationKey()}`);
    }
    await work({ ...ports, chains, verifier: pinned(chains.verifier, config.attestationKey) }, { stops, presence });
  }
  say(`${role} is ready`);
}
