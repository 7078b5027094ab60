/**
 * What is asked while a list is answered waits, and is the next list; there is no timer. Each has its own outcome; if a list fails as a
 * whole, what is in it is asked one by one, unless it may have been done.
 */
import { isOutcomeUnknown } from "./postgres/faults.ts";

type Waiting<Asked, Given> = {
  readonly asked: Asked;
  readonly settle: (given: Given) => void;
  readonly fail: (error: unknown) => void;
};

const MOST_TOGETHER = 200;

/** `answerAll` gives an outcome for each, in order: an Error is thrown to who asked. */
export function together<Asked, Given>(
  answerAll: (asked: readonly Asked[]) => Promise<readonly (Given | Error)[]>,
  mostTogether = MOST_TOGETHER,
): (asked: Asked) => Promise<Given> {
  const waiting: Waiting<Asked, Given>[] = [];
  let isBusy = false;
  const answer = async (list: readonly Waiting<Asked, Given>[]) => {
    const given = await answerAll(list.map(({ asked }) => asked));
    for (const [place, { settle, fail }] of list.entries()) {
      const outcome = given[place];
      if (outcome instanceof Error) fail(outcome);
      else settle(outcome as Given);
    }
  };
  const drain = async () => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const list = waiting.splice(0, mostTogether);
      try {
        await answer(list);
      } catch (error) {
        if (list.length === 1 || isOutcomeUnknown(error)) for (const { fail } of list) fail(error);
        else for (const one of list) await answer([one]).catch(one.fail);
      }
    }
    isBusy = false;
  };
  return (asked) =>
    new Promise((settle, fail) => {
      waiting.push({ asked, settle, fail });
      // After the calls of this turn of the event loop have queued.
      setImmediate(() => void drain());
    });
}
