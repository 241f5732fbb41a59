import type { ClockReading } from './clock-reading.ts';

/** One contact as a file tells it, before the receiver's id is known; fields as in a contact (CON-1). */
export type FileContact = { receiver: string; ant: number; freq: number; code: number; type: number; power: number; ts: number };

/** What a person says of a file because the file does not. */
export type FileFacts = {
  /** MHz by the channel's number. */
  channels: ReadonlyMap<string, number>;
  /** Reads local times, for files without an offset of their own. */
  clock: ClockReading;
};

/** Reads one line: the contact in it, or why there is none. */
export type LineReader = (line: string) => FileContact | string;

/** A kind of file that can be imported. A new one is a file beside these and a line in formats.ts. */
export type ImportFormat = {
  name: string;
  /** What its first line looks like, told when no format knows a file. */
  sample: string;
  /** True when the file's first line is this format's header. */
  knows(firstLine: string): boolean;
  /** The reader of the lines after the header. */
  reader(header: string, facts: FileFacts): LineReader;
};
