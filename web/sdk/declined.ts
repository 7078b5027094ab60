type Values = Readonly<Record<string, string | number>>;

/** A refusal of the server, or the reason why it could not be reached. The message is for users. */
export class Declined extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, { code: string; message: string; form?: string; values?: Values }[]>;
  readonly context: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    rest: Partial<Pick<Declined, "details" | "context">> = {},
  ) {
    super(message);
    this.name = "Declined";
    this.status = status;
    this.code = code;
    this.details = rest.details ?? {};
    this.context = rest.context ?? {};
  }

  /** The first sentence about one field of the body. */
  fault(field: string): string | undefined {
    return this.details[field]?.[0]?.message;
  }

  /** All that is said about fields in one text; where nothing is, what is said of the whole. */
  joined(): string {
    const said = Object.values(this.details).flatMap((faults) => faults.map(({ message }) => message));
    return said.join(" ") || this.message;
  }
}

/** The page's caller is compiled into the shell and the screens into their apps: recognized by name, not by identity. */
export function isDeclined(error: unknown): error is Declined {
  return error instanceof Error && error.name === "Declined";
}

/** No response came, or one from a proxy: the server may have done it. */
export const isNoAnswer = (status: number): boolean => status === 0 || status === 502 || status === 504;

/** Whether what failed with this may have been done all the same. */
export const isUnanswered = (error: unknown): boolean => !isDeclined(error) || isNoAnswer(error.status);
