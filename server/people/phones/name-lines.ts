/** Names the kind of line of each confirmed number, as far as the library of numbers knows it. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { AppPorts } from "../../platform/app-ports.ts";
import { openNumber } from "./marks.ts";
import { putLineTypes, unnamedLines } from "./rows.ts";

/** At most so many at a time; the next turn takes the next. */
const AT_ONCE = 200;

export async function nameLines({ db }: Pick<AppPorts, "db">): Promise<void> {
  await db.tx(async (tx) => {
    const numbers = await unnamedLines(tx, AT_ONCE);
    if (numbers.length === 0) return;
    await putLineTypes(
      tx,
      numbers.map(({ user_id: userId, number_sealed: sealed, external_id: id }) => ({
        userId,
        lineType: lineTypeOf(openNumber(sealed, id)),
      })),
    );
  });
}

/** In the words of the library, in small letters: mobile, fixed_line, voip and so on; unknown where it has none. */
export function lineTypeOf(number: string): string {
  return parsePhoneNumberFromString(number)?.getType()?.toLowerCase() ?? "unknown";
}
