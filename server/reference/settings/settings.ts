/** Settings that staff may change. The modules declare each with its default and shape. */
import { SETTINGS } from "../../declared-settings.ts";

export { SETTINGS };

export type SettingName = keyof typeof SETTINGS;

/** The type of a setting is that of its default, widened. */
export type SettingValue<N extends SettingName> = Widened<(typeof SETTINGS)[N]["value"]>;

type Widened<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends string
      ? string
      : T extends readonly []
        ? readonly string[]
        : T extends readonly (infer E)[]
          ? readonly Widened<E>[]
          : T;
