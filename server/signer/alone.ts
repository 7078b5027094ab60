/** The signer as a process of its own: it listens on two sockets; the one for signing is for the chain processes. */
import { join } from "node:path";
import type { Config } from "../platform/settings/config.ts";
import { openBitcoinNode } from "../platform/outside/chains/bitcoin-node.ts";
import { bitcoinChainNamed, TOKENS } from "../platform/outside/chains/chains.ts";
import { openEthereumNode } from "../platform/outside/chains/ethereum-node.ts";
import { type AskSigner, SignerRefusal, type SignerSettings, signerOf } from "../platform/outside/signer/signer.ts";
import { serveSigning, serveVerifier } from "../platform/outside/signer/verifier-socket.ts";
import { withService } from "./open-service.ts";
import type { Service } from "./service.ts";

export type Alone = { readonly attestationKey: string; stop(): Promise<void> };

/** Throws where a node of its own does not answer: which keys and addresses are right follows from its chain. */
export async function serveAlone(config: Config): Promise<Alone> {
  const settings = await settingsOf(config);
  return new Promise((done, fail) => {
    const over = withService(settings, async (service) => {
      const signer = signerOf(askOf(service));
      const sockets = [
        await serveVerifier(signer, config.verifierSocket),
        await serveSigning(signer, config.signingSocket ?? join(config.dataDir, "signing.sock")),
      ];
      const attestationKey = await signer.attestationKey();
      await new Promise<void>((end) => {
        const stop = async () => {
          for (const socket of sockets) await socket.stop();
          end();
          await over;
        };
        done({ attestationKey, stop });
      });
    });
    over.catch(fail);
  });
}

async function settingsOf(config: Config): Promise<SignerSettings> {
  const chain = config.chains
    ? await chainsOf(config)
    : ({ bitcoinChain: "regtest", ethereumChainId: 0, token: "" } as const);
  return {
    folder: join(config.dataDir, "signer"),
    key: config.signerKey,
    keyBefore: config.signerKeyBefore,
    databaseUrl: config.databaseUrl ?? "",
    origin: config.publicUrl.origin,
    cold: { bitcoin: config.coldBitcoinXpub, ethereum: config.coldEthereumAddress },
    ...chain,
  };
}

async function chainsOf({ signerBitcoinRpcUrl: bitcoinUrl = "", signerEthereumRpcUrl: ethereumUrl = "" }: Config) {
  const bitcoinChain = bitcoinChainNamed(await openBitcoinNode({ url: bitcoinUrl }).chain());
  const ethereumChainId = await openEthereumNode({ url: ethereumUrl }).chainId();
  const token = TOKENS[ethereumChainId];
  if (token === undefined) throw new Error(`no dollar token is known on the Ethereum chain ${ethereumChainId}`);
  return { bitcoinChain, ethereumChainId, token, bitcoinUrl, ethereumUrl };
}

/** Prints a fault on stderr here, and does not return it to the caller. */
function askOf(service: Service): AskSigner {
  return async (method, params) => {
    try {
      return await service.answer(method, params);
    } catch (error) {
      if (!(error instanceof SignerRefusal))
        process.stderr.write(`${error instanceof Error ? error.message : "unknown fault"}\n`);
      throw error;
    }
  };
}
