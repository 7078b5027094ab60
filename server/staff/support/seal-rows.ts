/** The SQL of exchanging the secret: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";

type Bound = { readonly version: number; readonly limit: number };

type TicketToSeal = {
  readonly id: bigint;
  readonly number: string;
  readonly email_sealed: Uint8Array | null;
  readonly rating_sealed: Uint8Array | null;
};

export function lockTicketsBefore(tx: Tx, { version, limit }: Bound): Promise<TicketToSeal[]> {
  return tx.rows<TicketToSeal>`
    select id, number, email_sealed, rating_sealed
    from support_tickets
    where get_byte(email_sealed, 0) <> ${version} or get_byte(rating_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

type TicketAnew = Pick<TicketToSeal, "id" | "email_sealed" | "rating_sealed"> & { readonly mark: Uint8Array | null };

export async function putTicketAnew(tx: Tx, { id, email_sealed, rating_sealed, mark }: TicketAnew): Promise<void> {
  await tx.rows`
    update support_tickets
    set email_sealed = ${email_sealed}, email_index = ${mark}, rating_sealed = ${rating_sealed}
    where id = ${id}`;
}

type MessageToSeal = {
  readonly ticket_id: bigint;
  readonly number: string;
  readonly seq: number;
  readonly body_sealed: Uint8Array;
};

export function lockMessagesBefore(tx: Tx, { version, limit }: Bound): Promise<MessageToSeal[]> {
  return tx.rows<MessageToSeal>`
    select message.ticket_id, ticket.number, message.seq, message.body_sealed
    from support_messages message
    join support_tickets ticket on ticket.id = message.ticket_id
    where get_byte(message.body_sealed, 0) <> ${version}
    order by message.ticket_id, message.seq
    limit ${limit}
    for no key update of message`;
}

export async function putMessageAnew(
  tx: Tx,
  { ticket_id, seq, body_sealed }: Omit<MessageToSeal, "number">,
): Promise<void> {
  await tx.rows`
    update support_messages
    set body_sealed = ${body_sealed}
    where ticket_id = ${ticket_id} and seq = ${seq}`;
}

type FileToSeal = { readonly hash: string; readonly key_sealed: Uint8Array };

export function lockFilesBefore(tx: Tx, { version, limit }: Bound): Promise<FileToSeal[]> {
  return tx.rows<FileToSeal>`
    select hash, key_sealed
    from support_files
    where get_byte(key_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export async function putFileAnew(tx: Tx, { hash, key_sealed }: FileToSeal): Promise<void> {
  await tx.rows`
    update support_files
    set key_sealed = ${key_sealed}
    where hash = ${hash}`;
}
