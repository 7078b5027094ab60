/** What a page begins with, where there is a provider. */
import type { RampPageProps } from "#contract/products/pages.ts";

export type Start = NonNullable<RampPageProps["start"]>;
