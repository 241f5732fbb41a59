import type { Result } from '#model/result.ts';
import type { ClockReading } from './clock-reading.ts';

/** A contact as the file gives it, before the receiver's id is known; fields as in a contact (CON-1). */
export type FileContact = { receiver: string; ant: number; freq: number; code: number; type: number; power: number; ts: number };

/** The vitals of a receiver as the file gives them: voltage in V, temperature in °C, null for none. */
export type FileVitals = {
  receiver: string;
  ts: number;
  voltage: number | null;
  temperature: number | null;
  /** The lowest and highest values behind the averages, or what is wrong with them. */
  extremes: Result<FileExtremes>;
};

/** The lowest and highest values behind the averages, in the same units; null if the file has none. */
export type FileExtremes = Record<'voltageMin' | 'voltageMax' | 'temperatureMin' | 'temperatureMax', number | null>;

/** Facts that the operator states because the file does not contain them. */
export type FileFacts = {
  /** The frequency in MHz by channel number. */
  channels: ReadonlyMap<string, number>;
  /** Reads local times, for files without an offset of their own. */
  clock: ClockReading;
};

/** Reads one line and returns its contact or vitals, or why there are none. */
export type LineReader<Row = FileContact | FileVitals> = (line: string) => Result<Row>;

/** A file format that can be imported. To add one, add a file here and a line in formats.ts. */
export type ImportFormat<Row = FileContact | FileVitals> = {
  name: string;
  /** An example of the format's first line, shown if a file has no known format. */
  sample: string;
  /** Returns true if the file's first line is this format's header. */
  knows(firstLine: string): boolean;
  /** Returns a reader for the lines after the header. */
  reader(header: string, facts: FileFacts): LineReader<Row>;
};
