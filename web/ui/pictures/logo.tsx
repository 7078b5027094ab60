/** Two voices that make one coin: the mark of Parley, and the word beside it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <path className="fill-brand" d="M15 4.5A11.5 11.5 0 0 0 6 21.7L4.2 28l6.4-1.8a11.4 11.4 0 0 0 4.4 1.3z" />
      <path className="fill-accent" d="M17 27.5a11.5 11.5 0 0 0 9-17.2L27.8 4l-6.4 1.8A11.4 11.4 0 0 0 17 4.5z" />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark />
      <span className="text-xl font-bold tracking-tight text-ink">{name}</span>
    </span>
  );
}
