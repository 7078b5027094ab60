/** How a node finds its way to a payee: over its own channels and what an invoice says, as no channel is announced. */
import { ldk } from "./ldk.ts";

export function routingOf(keys: ldk.KeysManager, logger: ldk.Logger) {
  const graph = ldk.NetworkGraph.constructor_new(ldk.Network.LDKNetwork_Regtest, logger);
  const scorer = ldk.ProbabilisticScorer.constructor_new(
    ldk.ProbabilisticScoringDecayParameters.constructor_default(),
    graph,
    logger,
  );
  const score = ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score());
  const router = ldk.DefaultRouter.constructor_new(
    graph,
    logger,
    keys.as_EntropySource(),
    score.as_LockableScore(),
    ldk.ProbabilisticScoringFeeParameters.constructor_default(),
  );
  const messages = ldk.DefaultMessageRouter.constructor_new(graph, keys.as_EntropySource());
  const gossip = ldk.P2PGossipSync.constructor_new(graph, ldk.Option_UtxoLookupZ.constructor_none(), logger);
  return { router, messages, gossip };
}
