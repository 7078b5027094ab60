/** A job of the wallet as a verb of the sweep. */
import type { Holder } from "../../server/testing/scripted-world.ts";
import type { Stage } from "./stage.ts";
import { type MoneyVerb, runs } from "./verb.ts";

export type Job = {
  readonly name: string;
  readonly jobs: readonly string[];
  readonly breaks?: RegExp;
  readonly prepare: (stage: Stage) => Promise<{ readonly person: Holder; readonly leave?: () => Promise<void> }>;
};

/** A job that is disturbed once; afterwards everything goes on until nothing is under way. */
export function job({ name, jobs, breaks, prepare }: Job): MoneyVerb {
  return {
    name,
    ...(breaks ? { breaks } : {}),
    async prepare(stage) {
      const { person, leave } = await prepare(stage);
      return {
        people: { owner: person.userId },
        call: runs(stage.world, ...jobs),
        goOn: () => stage.calm(),
        ...(leave ? { leave } : {}),
      };
    },
  };
}
