-- Messages of the ticket that its user reads: notes of the staff are not among them. Sealed texts are in base64, and are opened later.
create or replace function own_data_support_tickets(person bigint, after bigint, most integer) returns TABLE(key bigint, line text)
language sql stable set search_path = public, pg_temp as $$
  select ticket.id, jsonb_build_object(
    'number', ticket.number, 'topic', ticket.topic, 'objectKind', ticket.object_kind, 'object', ticket.object_ref,
    'status', ticket.status, 'openedAt', ticket.opened_at, 'answeredAt', ticket.answered_at, 'solvedAt', ticket.solved_at,
    'rating', ticket.rating, 'ratingText_sealed', encode(ticket.rating_sealed, 'base64'),
    'messages', (
      select jsonb_agg(jsonb_build_object(
        'seq', message.seq, 'author', message.author, 'step', message.step, 'at', message.at,
        'text_sealed', encode(message.body_sealed, 'base64')) order by message.seq)
      from support_messages message
      where message.ticket_id = ticket.id and message.kind <> 'note'),
    'files', (
      select jsonb_agg(jsonb_build_object('name', file.name, 'seq', file.seq) order by file.id)
      from support_files file
      where file.ticket_id = ticket.id and file.seq is not null))::text
  from support_tickets ticket
  where ticket.user_id = person and ticket.id > after
  order by ticket.id
  limit most
$$;
revoke all on function own_data_support_tickets(bigint,bigint,integer) from public;
