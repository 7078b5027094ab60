/** A browser or phone that takes notifications, as the signer knows it. */
export type Receiver = {
  /** The hash of its address. */
  readonly id: string;
  readonly userAgent: string;
  readonly sessionId: string;
  readonly since: string;
  readonly getsCodes: boolean;
};
