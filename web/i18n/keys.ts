/** The keys of all texts; the compiler knows them from the English files. */
import type { Namespaces } from "./namespaces.ts";

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];

export type Namespace = keyof Namespaces;
export type MessageKey = Paths<Namespaces>;
/** The keys of one namespace, without its name. */
export type KeyOf<N extends Namespace> = Paths<Namespaces[N]>;
