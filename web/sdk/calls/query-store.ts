/** The page's store of server state: there when the first screen that keeps some has asked for it. */
import type { QueryClient } from "@tanstack/react-query";
import { lazily } from "../lazily.ts";
import type { PageKit } from "../page-kit.ts";

export type Library = typeof import("./query-library.ts");
export type Store = { readonly client: QueryClient; readonly library: Library };

let library: Library | undefined;
const load = lazily(async () => {
  library = await import("./query-library.ts");
  return library;
});

export function storeNow(page: PageKit): Store | undefined {
  return library && storeOf(page, library);
}

/** Does something with the page's store: as soon as it is there, after what was asked for before. */
export async function withStore<T>(page: PageKit, act: (store: Store) => T): Promise<T> {
  return act(storeOf(page, library ?? (await load())));
}

function storeOf(page: PageKit, loaded: Library): Store {
  page.queries.client ??= loaded.newClient();
  return { client: page.queries.client, library: loaded };
}
