/** All message keys, from the English files. A new namespace is one line here. */
import type home from "./home/en.json";
import type offers from "./offers/en.json";
import type pages from "./pages/en.json";
import type shell from "./shell/en.json";

type Namespaces = { home: typeof home; offers: typeof offers; pages: typeof pages; shell: typeof shell };

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];

export type Namespace = keyof Namespaces;
export type MessageKey = Paths<Namespaces>;
