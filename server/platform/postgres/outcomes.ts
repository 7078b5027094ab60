/** What commands come to: results of lists, in which refusals stay where they are and the rest goes on, and words of the database. */
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";

/** Runs the work over what is not refused, and puts its results back in place. */
export async function mapAccepted<T, R>(
  items: readonly (T | Refusal)[],
  work: (accepted: readonly T[]) => Promise<readonly R[]>,
): Promise<(R | Refusal)[]> {
  const results = await work(accepted(items));
  let next = 0;
  return items.map((item) => (item instanceof Refusal ? item : (results[next++] as R)));
}

/** Those that are not refused, in order. */
export function accepted<T>(items: readonly (T | Refusal)[]): T[] {
  return items.filter((item): item is T => !(item instanceof Refusal));
}

/** What the work returns, or the Refusal that it throws. */
export function refusalOr<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The one result of a list of one; throws its refusal. */
export function only<T>(results: readonly (T | Refusal)[]): T {
  const [result] = results;
  if (result instanceof Refusal) throw result;
  if (result === undefined) throw new Error("a command got no result");
  return result;
}

/**
 * The refusal that a word of a function of the database means: a code, or a refusal with its field or values. Throws for a word
 * that the module's table does not have.
 */
export function wordRefusal<Word extends string>(
  word: Word,
  refuses: Readonly<Record<Word, RefusalCode | Refusal | undefined>>,
): Refusal {
  const found = refuses[word];
  if (!found) throw new Error(`a function of the database answered ${word}`);
  return found instanceof Refusal ? found : new Refusal(found);
}
