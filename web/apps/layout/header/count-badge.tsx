/** A number that waits to be looked at. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-2xs font-bold text-[#1d1102]">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
