/** Names the kind of line of each confirmed number, as far as the library of numbers knows it. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { AppPorts } from "../../platform/app-ports.ts";
import { openNumber } from "./marks.ts";
import { type Numbered, putLineTypes, unnamedLines } from "./rows.ts";

/** At most so many at a time; the next turn takes the next. */
const AT_ONCE = 200;

export async function nameLines({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  await db.tx(async (tx) => {
    const numbers = await unnamedLines(tx, AT_ONCE);
    if (numbers.length === 0) return;
    await putLineTypes(
      tx,
      numbers.map((number) => ({ userId: number.user_id, lineType: nameOf(number, log) })),
    );
  });
}

/** A number that does not open is no reason to leave the others unnamed; it has its name now, and is logged once. */
function nameOf({ user_id: userId, number_sealed: sealed, external_id: id }: Numbered, log: AppPorts["log"]): string {
  try {
    return lineTypeOf(openNumber(sealed, id));
  } catch (error) {
    log.warn(
      { userId: String(userId), err: error instanceof Error ? error.message : "unknown" },
      "a number was not opened",
    );
    return "unknown";
  }
}

/** In the words of the library, in small letters: mobile, fixed_line, voip and so on; unknown where it has none. */
export function lineTypeOf(number: string): string {
  return parsePhoneNumberFromString(number)?.getType()?.toLowerCase() ?? "unknown";
}
