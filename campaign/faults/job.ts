/** A job of the wallet as a verb of the sweep. */
import type { Holder } from "../../server/testing/outside/scripted/world.ts";
import type { Stage } from "./stage.ts";
import { type MoneyVerb, runs } from "./verb.ts";

export type Job = {
  readonly name: string;
  readonly jobs: readonly string[];
  readonly breaks?: RegExp;
  readonly prepare: (stage: Stage) => Promise<Ready>;
};

type Ready = {
  readonly person: Holder;
  /** Work that must run first afterwards, so that nothing waits for ever. */
  readonly settle?: () => Promise<void>;
  readonly leave?: () => Promise<void>;
};

/** A job that is disturbed once; afterwards everything goes on until nothing is under way. */
export function job({ name, jobs, breaks, prepare }: Job): MoneyVerb {
  return {
    name,
    ...(breaks ? { breaks } : {}),
    async prepare(stage) {
      const { person, settle, leave } = await prepare(stage);
      return {
        people: { owner: person.userId },
        call: runs(stage.world, ...jobs),
        async goOn() {
          await settle?.();
          await stage.calm();
        },
        ...(leave ? { leave } : {}),
      };
    },
  };
}
