/** The signer and the nodes, in which a fault may lie in wait. */
import { NodeError, NodeSilent } from "../../server/platform/outside/chains/bitcoin-node.ts";
import type { Chains, Unavailable } from "../../server/platform/outside/chains/chains.ts";
import type { LightningNode } from "../../server/platform/outside/chains/lightning-node.ts";
import { type Signer, SignerRefusal, SignerSilent } from "../../server/platform/outside/signer/signer.ts";
import type { Faults } from "./faults.ts";

/** The signer's process, as far as it can die. */
export type Mortal = {
  /** Begins again from its files. */
  restart(): void;
  /** The last line of its journal is cut in the middle, and it begins again. */
  tear(): void;
};

export function breakChains(chains: Chains, faults: Faults, mortal: Mortal): Chains {
  const { bitcoin, ethereum, signer } = chains;
  return {
    ...chains,
    ...(bitcoin ? { bitcoin: broken(bitcoin, faults) } : {}),
    ...(ethereum ? { ethereum: broken(ethereum, faults) } : {}),
    ...(signer ? { signer: brokenSigner(signer, faults, mortal) } : {}),
  };
}

function broken<R extends { readonly node: object }>(rail: R | Unavailable, faults: Faults): R | Unavailable {
  return "fault" in rail ? rail : { ...rail, node: brokenNode(rail.node, faults) };
}

/** A payment that it takes is on its way, as a transaction is; what it settles it says by itself. */
export function breakLightning(node: LightningNode, faults: Faults): LightningNode {
  return { ...brokenNode(node, faults, "pay"), followSettled: node.followSettled };
}

function brokenNode<N extends object>(node: N, faults: Faults, sends = "broadcast"): N {
  return new Proxy(node, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...asked: unknown[]) => Promise<unknown>;
      return async (...asked: unknown[]) => {
        const way = faults.meet(name === sends ? "broadcast" : "node");
        if (way === "silent") throw new NodeSilent("the line is dead");
        if (way === "confused") throw new NodeError(-32_603, "internal error");
        const answer = await method.apply(target, asked);
        if (way === "unheard") throw new NodeSilent("the line died meanwhile");
        return answer;
      };
    },
  });
}

function brokenSigner(signer: Signer, faults: Faults, mortal: Mortal): Signer {
  return {
    ...signer,
    async sign(request) {
      const way = faults.meet("signer");
      if (way === "silent") throw new SignerSilent("the signer is away");
      if (way === "refuses") throw new SignerRefusal("signer.form", "as the sweep says");
      const signed = await signer.sign(request);
      if (way === undefined) return signed;
      if (way === "dies") mortal.restart();
      else mortal.tear();
      throw new SignerSilent("the signer ended");
    },
  };
}
