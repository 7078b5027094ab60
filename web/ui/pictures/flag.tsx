/** A country: its flag where there is one, and always its two letters, since flags alone are hard to tell apart. */
export function Flag({ iso, name, src }: { iso: string; name?: string; src?: string | null }) {
  return (
    <abbr
      title={name ?? iso}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm text-[0.6875rem] leading-4 font-semibold tracking-wide text-muted no-underline"
    >
      {src && (
        <img src={src} alt="" width="18" height="12" loading="lazy" className="rounded-[2px] border border-line" />
      )}
      {iso}
    </abbr>
  );
}
