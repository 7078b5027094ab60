/** Methods under headings: those that the owner used last, the busiest, then each group. Each is there once. Pure. */
import type { FormMethod } from "#contract/market/offers/my/offers-page.ts";

type Order = {
  /** Slugs in their order. */
  readonly recent: readonly string[];
  readonly popular: readonly string[];
  readonly labels: { readonly recent: string; readonly popular: string };
  readonly groupName: (group: string) => string;
};

type Headed = { readonly method: FormMethod; readonly heading: string };

export function groupedMethods(
  methods: readonly FormMethod[],
  { recent, popular, labels, groupName }: Order,
): Headed[] {
  const bySlug = new Map(methods.map((method) => [method.slug, method]));
  const named = (slugs: readonly string[], heading: string): Headed[] =>
    slugs.flatMap((slug) => {
      const method = bySlug.get(slug);
      bySlug.delete(slug);
      return method ? [{ method, heading }] : [];
    });
  const first = [...named(recent, labels.recent), ...named(popular, labels.popular)];
  const rest = [...bySlug.values()].map((method) => ({ method, heading: groupName(method.group) }));
  return [...first, ...rest.sort((a, b) => (a.heading === b.heading ? 0 : a.heading < b.heading ? -1 : 1))];
}
