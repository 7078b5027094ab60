// Guards: whatever fails in a money verb, the same call with the same key ends where a run without faults ends, once.
import "./quiet.ts";
import { test } from "node:test";
import { makeIds, seededRandom } from "../../server/platform/ids.ts";
import { eachSeed, isDrawn } from "../../server/testing/seeds.ts";
import { nameOf, sweepAll, sweepSome } from "./sweep.ts";
import { SPOT_VERBS } from "./spot-verbs.ts";
import { openStage } from "./stage.ts";
import { LIGHTNING_VERBS } from "./lightning-verbs.ts";
import { TRADE_VERBS } from "./trade-verbs.ts";
import { WALLET_VERBS } from "./wallet-verbs.ts";

const VERBS = [...TRADE_VERBS, ...WALLET_VERBS, ...SPOT_VERBS, ...LIGHTNING_VERBS];
/** A part of a verb's name, or "" for all of them: then everything fails in turn instead of a sample. */
const wanted = process.env.FAULTS;
/** Of so many verbs one is drawn. */
const ONE_IN = Number(process.env.FAULTS_ONE_IN ?? 3);
const stage = await openStage();

if (wanted === undefined)
  test(`a commit of ${ONE_IN > 1 ? `one money verb in ${ONE_IN}` : "each money verb"}, and what a seed draws besides, may fail: the same call again ends as if nothing had`, async (t) => {
    await eachSeed(t, { suite: "fault-sweep", fresh: 1 }, async (seed) => {
      for (const verb of VERBS) {
        // A stream for each verb, and one for whether it is drawn: all of them meet the same as a few of them did.
        if (!isDrawn(seed, verb.name, { oneIn: ONE_IN })) continue;
        const { below } = makeIds(seededRandom(`${seed} ${verb.name}`));
        // A coin that a stranger has spent stops starts and money out until an operator has looked.
        await stage.world.owner.query("delete from halts");
        const tried = await sweepSome(stage, verb, below);
        t.diagnostic(`${verb.name}: ${tried.map(nameOf).join(", ")}`);
      }
    });
  });

for (const verb of VERBS.filter(({ name }) => wanted !== undefined && name.includes(wanted)))
  test(`whatever fails in "${verb.name}", the same call again ends as if nothing had`, async (t) => {
    const struck = await sweepAll(stage, verb);
    t.diagnostic(`NOTE ${struck} faults in "${verb.name}"`);
  });
