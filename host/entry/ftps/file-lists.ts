import type { FtpsFile } from '../../domain/files/ftps-files.ts';

/**
 * A file not older than this (ms) is listed with its time of day, an older one with its year, as `ls` does.
 */
const recentMs = 180 * 86_400_000;

/** True for a name that clients can request: it neither breaks the lines of a list nor leaves the folder. */
export function isServable({ name }: FtpsFile): boolean {
  return !/[\p{Cc}/\\]/u.test(name) && !['', '.', '..'].includes(name);
}

/** Formats a time for MDTM and MLSD, in UTC: 20260131235959. */
export function stamp(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 14);
}

/**
 * Returns the facts that MLSD and MLST send about a file (RFC 3659), or about the folder if `file` is null.
 */
export function factsOf(file: FtpsFile | null): string {
  if (file === null) return 'type=dir;perm=el;';
  return `type=file;size=${file.size};modify=${stamp(file.modifiedAt)};perm=r;`;
}

/** Returns a file's line for LIST, as `ls -l` prints it, in UTC. */
export function longLine({ name, size, modifiedAt }: FtpsFile, now: number): string {
  const [, day = '', month = '', year = '', time = ''] = modifiedAt.toUTCString().split(' ');
  const isRecent = Math.abs(now - modifiedAt.getTime()) < recentMs;
  const date = `${month} ${day} ${isRecent ? time.slice(0, 5) : ` ${year}`}`;
  return `-r--r--r--   1 ftp      ftp      ${String(size).padStart(12)} ${date} ${name}`;
}
