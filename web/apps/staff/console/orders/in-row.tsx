/** What a figure is, where a phone stacks the cells of its row. */
export function InRow({ label = "" }: { readonly label?: string | undefined }) {
  return <span className="text-muted sm:hidden">{label}:</span>;
}
