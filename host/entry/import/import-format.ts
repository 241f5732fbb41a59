import type { Result } from '#model/result.ts';
import type { ClockReading } from './clock-reading.ts';

/** One contact as a file has it, before the receiver's id is known; fields as in a contact (CON-1). */
export type FileContact = { receiver: string; ant: number; freq: number; code: number; type: number; power: number; ts: number };

/** What a receiver reported of itself as a file has it: voltage in V, temperature in °C, null for none. */
export type FileVitals = {
  receiver: string;
  ts: number;
  voltage: number | null;
  temperature: number | null;
  /** What the averages are of, for whoever keeps it; or what is wrong with it. */
  extremes: Result<FileExtremes>;
};

/** The lowest and the highest of what was averaged, in its units; null where the file has none. */
export type FileExtremes = Record<'voltageMin' | 'voltageMax' | 'temperatureMin' | 'temperatureMax', number | null>;

/** What a person says of a file because the file does not. */
export type FileFacts = {
  /** MHz by the channel's number. */
  channels: ReadonlyMap<string, number>;
  /** Reads local times, for files without an offset of their own. */
  clock: ClockReading;
};

/** Reads one line: the contact or the vitals in it, or why there are none. */
export type LineReader<Row = FileContact | FileVitals> = (line: string) => Result<Row>;

/** A kind of file that can be imported. A new one is a file beside these and a line in formats.ts. */
export type ImportFormat<Row = FileContact | FileVitals> = {
  name: string;
  /** What its first line looks like, shown when no format knows a file. */
  sample: string;
  /** True when the file's first line is this format's header. */
  knows(firstLine: string): boolean;
  /** The reader of the lines after the header. */
  reader(header: string, facts: FileFacts): LineReader<Row>;
};
