/** What a module declares in its `settings.ts`, and shapes that settings share. */
import * as z from "zod/mini";

export const iso2List = z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(250));
export const slugList = z.array(z.string().check(z.regex(/^[a-z0-9-]{1,80}$/))).check(z.maxLength(600));
export const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
export const usdByLevel = z.record(z.string().check(z.regex(/^[0-4](\.5)?$/)), whole(0, 1_000_000_000));

/** By name: the default and the shape. web/i18n/settings describes what it does; the compiler reports a name without a text. */
export type Settings = Readonly<
  Record<
    string,
    {
      readonly value: unknown;
      readonly schema: z.ZodMiniType;
      /** One administrator changes it alone; everything else is about money, safety or who may trade, and takes two. */
      readonly onePerson?: true;
    }
  >
>;
