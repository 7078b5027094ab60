/** Shapes that settings share. */
import * as z from "zod/mini";

export const iso2List = z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(250));
export const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
