/** A contact as stored: `ts` in ms since the epoch, `hz` in whole Hz, `power` in dBm as a 32-bit float. */
export type StoredContact = {
  readonly ts: number;
  readonly rxId: number;
  readonly ant: number;
  readonly hz: number;
  readonly code: number;
  readonly type: number;
  readonly power: number;
};

/** Writes a file of contacts line by line, each with its line end. */
export type LineWriter = { header(): string; line(contact: StoredContact): string };
