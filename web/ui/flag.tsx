/** A country by its two letters. Flags of emoji fonts are missing on many devices; letters never are. */
export function Flag({ iso, name }: { iso: string; name?: string }) {
  return (
    <abbr
      title={name ?? iso}
      className="inline-block rounded-sm border border-line bg-sunken px-1 text-[0.6875rem] leading-4 font-semibold tracking-wide text-muted no-underline"
    >
      {iso}
    </abbr>
  );
}
