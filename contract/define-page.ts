/** The declaration of a page. Its policy and loader are on the server, its screen with title and texts in the web. */

/** An address with `:name` for what differs, or a function where the address has a form of its own. */
type Path = string | ((input: never) => string);

declare const props: unique symbol;

/** The addresses by the keys of links; the type of the props is known to the compiler only. */
export type PageDeclaration<Props, Paths> = Paths & { readonly [props]?: Props };

export type PropsOf<Page> = Page extends { readonly [props]?: infer Props } ? NonNullable<Props> : never;

/** Called twice, so that the props are named and the addresses inferred. A page without address is shown at another's. */
export function definePage<Props extends object>() {
  return <const Paths extends Readonly<Record<string, Path>>>(paths: Paths): PageDeclaration<Props, Paths> => paths;
}
