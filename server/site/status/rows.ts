/** The SQL of the status page. */
import type { Locale } from "#contract/platform/locales.ts";
import type { IncidentLevel, IncidentState, PartState, SaidState, StatusPart } from "#contract/site/status-names.ts";
import type { HaltName } from "#contract/staff/names.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type PartRow = { part: StatusPart; looked_at: Date; looks: PartState[]; state: PartState; since: Date };

/** Each part with the span that it is in; those that are gone have none. */
export async function partRows(tx: ReadTx): Promise<PartRow[]> {
  return tx.rows<PartRow>`
    select known.part, known.looked_at, known.looks, span.state, span.began_at as since
    from status_parts known
    join status_spans span on span.part = known.part and span.ended_at is null`;
}

/** One process looks at a time. */
export async function lockParts(tx: Tx): Promise<void> {
  await tx.rows`select pg_advisory_xact_lock(hashtext('status_parts')) is null as locked`;
}

export async function writeLooks(
  tx: Tx,
  looks: readonly { part: StatusPart; looks: readonly PartState[] }[],
): Promise<void> {
  await tx.rows`
    insert into status_parts (part, looked_at, looks)
    select one.part, ${tx.now}::timestamptz, string_to_array(one.looks, ' ')
    from unnest(${looks.map(({ part }) => part)}::text[], ${looks.map(({ looks: states }) => states.join(" "))}::text[]) as one (part, looks)
    on conflict (part) do update set looked_at = excluded.looked_at, looks = excluded.looks`;
}

export async function endSpans(tx: Tx, parts: readonly StatusPart[], at: Date): Promise<void> {
  await tx.rows`
    update status_spans
    set ended_at = greatest(${at}::timestamptz, began_at)
    where part = any(${parts}::text[]) and ended_at is null`;
}

/** Null: it has not ended. */
export type NewSpan = { part: StatusPart; state: PartState; from: Date; until: Date | null };

export async function insertSpans(tx: Tx, spans: readonly NewSpan[]): Promise<void> {
  await tx.rows`
    insert into status_spans (part, state, began_at, ended_at)
    select part, state, began_at, ended_at
    from unnest(
      ${spans.map(({ part }) => part)}::text[], ${spans.map(({ state }) => state)}::text[],
      ${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[]
    ) as one (part, state, began_at, ended_at)`;
}

export type SpanRow = { part: StatusPart; state: PartState; began_at: Date; ended_at: Date | null };

export async function spansSince(tx: ReadTx, since: Date): Promise<SpanRow[]> {
  return tx.rows<SpanRow>`
    select part, state, began_at, ended_at
    from status_spans
    where ended_at is null or ended_at > ${since}::timestamptz
    order by began_at`;
}

export type IncidentRow = {
  id: string;
  started_at: Date;
  ended_at: Date | null;
  halts: HaltName[];
  /** Null where halts opened it. */
  by_hand: { state: IncidentLevel; parts: StatusPart[] } | null;
  updates: { state: SaidState; text: Partial<Record<Locale, string>>; at: string }[];
};

/** Open ones first, then the newest. */
export async function incidentRows(tx: ReadTx, since: Date, most: number): Promise<IncidentRow[]> {
  return tx.rows<IncidentRow>`
    select one.id::text, one.started_at, one.ended_at,
      array(select part.halt from status_incident_halts part where part.incident_id = one.id order by part.id) as halts,
      case when one.opened_by is not null then jsonb_build_object('state', one.state, 'parts', one.parts) end as by_hand,
      coalesce((
        select jsonb_agg(jsonb_build_object('state', said.state, 'text', said.texts, 'at', said.made_at) order by said.id desc)
        from status_updates said
        where said.incident_id = one.id
      ), '[]') as updates
    from status_incidents one
    where one.ended_at is null or one.ended_at > ${since}::timestamptz
    order by one.ended_at is null desc, one.started_at desc, one.id desc
    limit ${most}`;
}

type Update = { id: string; state: IncidentState; text: Readonly<Record<Locale, string>>; staffId: bigint };

export async function updateIncident(tx: Tx, { id, state, text, staffId }: Update): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select update_incident(${BigInt(id)}, ${state}, ${Object.entries(text).flat()}::text[], ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type Opened = { parts: readonly StatusPart[]; state: IncidentLevel; text: Update["text"]; staffId: bigint };

export async function openIncident(tx: Tx, { parts, state, text, staffId }: Opened): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select open_incident(${parts}::text[], ${state}, ${Object.entries(text).flat()}::text[], ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function endIncident(tx: Tx, { id, text, staffId }: Omit<Update, "state">): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select end_incident(${BigInt(id)}, ${Object.entries(text).flat()}::text[], ${staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** What staff say is bad now. */
export async function openByHand(tx: ReadTx): Promise<{ parts: StatusPart[]; state: IncidentLevel }[]> {
  return tx.rows<{ parts: StatusPart[]; state: IncidentLevel }>`
    select one.parts, one.state
    from status_incidents one
    where one.ended_at is null and one.opened_by is not null`;
}
